-- results/runs.db as version 0.1.0 wrote it, format 1. Made with that version, at commit 4b4e0bd, by four runs:
--   run mixed.txt tromino:3 --backend dlx,sat,algorithm_x --repeat 2    (unique, several, none, no board; 9x9 and 4x4)
--   run mixed.txt --backend algorithm_x,faulty:fault=false_unique --isolation inline    (a disagreement, and how it is kept)
--   run many.txt --from line --backend algorithm_x --isolation inline    (Ctrl-C after the first chunk of 32 of 36 puzzles)
--   run mistyped.txt --backend algorithm_x --isolation inline    (no such file: a run without records)
-- and written with sqlite3's iterdump; the name of the platform was shortened.
-- many.txt has 1...3..2...3..2. and 12.............4 in turns, a line each; of its 32 puzzles the first four are kept.
BEGIN TRANSACTION;
CREATE TABLE disagreements (
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,
    reasons TEXT NOT NULL,      -- JSON: sentences
    smallest TEXT NOT NULL,     -- the puzzle with as few clues as show it
    command TEXT NOT NULL,      -- shows it again
    PRIMARY KEY (run, position)
) WITHOUT ROWID;
INSERT INTO "disagreements" VALUES('20261122T133844-a5e4b6',1,'["algorithm_x says multiple, faulty:fault=false_unique says unique", "faulty:fault=false_unique is wrong: 1 solutions claimed to be all; 2 were shown"]','.................................................................................','sudokubench run --task unique --backend algorithm_x,faulty:fault=false_unique - <<< .................................................................................');
INSERT INTO "disagreements" VALUES('20261122T133844-a5e4b6',4,'["algorithm_x says multiple, faulty:fault=false_unique says unique", "faulty:fault=false_unique is wrong: 1 solutions claimed to be all; 2 were shown"]','................','sudokubench run --task unique --backend algorithm_x,faulty:fault=false_unique - <<< ................');
CREATE TABLE puzzles (
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,  -- in the corpus, from 0
    source TEXT NOT NULL,
    line INTEGER NOT NULL,
    puzzle TEXT NOT NULL,
    verdict TEXT NOT NULL,      -- what may be believed after the cross-check
    disagreement TEXT,          -- a sentence, or NULL
    PRIMARY KEY (run, position)
) WITHOUT ROWID;
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',0,'mixed.txt',2,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','unique',NULL);
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',1,'mixed.txt',3,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........','multiple',NULL);
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',2,'mixed.txt',4,'55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','none',NULL);
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',3,'mixed.txt',5,'1...3..2...3..2.','unique',NULL);
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',4,'mixed.txt',6,'12.............4','multiple',NULL);
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',5,'mixed.txt',7,'11..............','none',NULL);
INSERT INTO "puzzles" VALUES('20261122T133842-dd8493',7,'tromino:3',1,'tromino:3','none',NULL);
INSERT INTO "puzzles" VALUES('20261122T133844-a5e4b6',0,'mixed.txt',2,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','unique',NULL);
INSERT INTO "puzzles" VALUES('20261122T133844-a5e4b6',1,'mixed.txt',3,'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5.........','multiple','algorithm_x says multiple, faulty:fault=false_unique says unique');
INSERT INTO "puzzles" VALUES('20261122T133844-a5e4b6',2,'mixed.txt',4,'55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79','none',NULL);
INSERT INTO "puzzles" VALUES('20261122T133844-a5e4b6',3,'mixed.txt',5,'1...3..2...3..2.','unique',NULL);
INSERT INTO "puzzles" VALUES('20261122T133844-a5e4b6',4,'mixed.txt',6,'12.............4','multiple','algorithm_x says multiple, faulty:fault=false_unique says unique');
INSERT INTO "puzzles" VALUES('20261122T133844-a5e4b6',5,'mixed.txt',7,'11..............','none',NULL);
INSERT INTO "puzzles" VALUES('20261122T133845-071e89',0,'many.txt',1,'1...3..2...3..2.','unique',NULL);
INSERT INTO "puzzles" VALUES('20261122T133845-071e89',1,'many.txt',2,'12.............4','multiple',NULL);
INSERT INTO "puzzles" VALUES('20261122T133845-071e89',2,'many.txt',3,'1...3..2...3..2.','unique',NULL);
INSERT INTO "puzzles" VALUES('20261122T133845-071e89',3,'many.txt',4,'12.............4','multiple',NULL);
CREATE TABLE records (
    run TEXT NOT NULL REFERENCES runs,
    position INTEGER NOT NULL,
    backend TEXT NOT NULL,
    repeat INTEGER NOT NULL,
    verdict TEXT NOT NULL,      -- none, unique, multiple, solvable, undecided
    count INTEGER NOT NULL,
    exhausted INTEGER NOT NULL,
    category TEXT NOT NULL,     -- correct, wrong, unconfirmed, error
    termination TEXT NOT NULL,  -- finished, timeout, memout, crash, error
    message TEXT NOT NULL,
    encode_ns INTEGER NOT NULL,
    solve_ns INTEGER NOT NULL,
    decode_ns INTEGER NOT NULL,
    batch INTEGER NOT NULL,     -- puzzles searched together; beyond 1 the times are an even share
    memory_bytes INTEGER,       -- peak of the worker; NULL where it was not measured
    stats TEXT NOT NULL,        -- JSON
    solution TEXT,              -- digest of the first solution
    PRIMARY KEY (run, position, backend, repeat)
) WITHOUT ROWID;
INSERT INTO "records" VALUES('20261122T133842-dd8493',0,'algorithm_x',0,'unique',1,1,'correct','finished','',6419705,5027858,0,1,NULL,'{"nodes": 52}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',0,'algorithm_x',1,'unique',1,1,'correct','finished','',4814711,4391371,0,1,NULL,'{"nodes": 52}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',0,'dlx',0,'unique',1,1,'correct','finished','',61605,201947,17282,1,NULL,'{"nodes": 52, "updates": 728, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',0,'dlx',1,'unique',1,1,'correct','finished','',76573,65211,19677,1,NULL,'{"nodes": 52, "updates": 728, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',0,'sat',0,'unique',1,1,'correct','finished','',34374,238604,84177,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 1460}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',0,'sat',1,'unique',1,1,'correct','finished','',38753,174967,74178,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 1460}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',1,'algorithm_x',0,'multiple',2,0,'correct','finished','',4524189,4574433,0,1,NULL,'{"nodes": 61}','21ff0ccaa6ba0618');
INSERT INTO "records" VALUES('20261122T133842-dd8493',1,'algorithm_x',1,'multiple',2,0,'correct','finished','',6055254,5037096,0,1,NULL,'{"nodes": 61}','21ff0ccaa6ba0618');
INSERT INTO "records" VALUES('20261122T133842-dd8493',1,'dlx',0,'multiple',2,0,'correct','finished','',15949,25187,7485,1,NULL,'{"nodes": 61, "updates": 737, "choices": 1, "branches": 2, "nogood_hits": 0, "nogoods": 0}','21ff0ccaa6ba0618');
INSERT INTO "records" VALUES('20261122T133842-dd8493',1,'dlx',1,'multiple',2,0,'correct','finished','',20719,40785,13336,1,NULL,'{"nodes": 61, "updates": 737, "choices": 1, "branches": 2, "nogood_hits": 0, "nogoods": 0}','21ff0ccaa6ba0618');
INSERT INTO "records" VALUES('20261122T133842-dd8493',1,'sat',0,'multiple',2,0,'correct','finished','',25348,163675,151082,1,NULL,'{"conflicts": 1, "decisions": 2, "propagations": 1469}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',1,'sat',1,'multiple',2,0,'correct','finished','',16761,111268,105035,1,NULL,'{"conflicts": 1, "decisions": 2, "propagations": 1469}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133842-dd8493',2,'algorithm_x',0,'none',0,1,'correct','finished','',492679,521,0,1,NULL,'{"nodes": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',2,'algorithm_x',1,'none',0,1,'correct','finished','',404124,631,0,1,NULL,'{"nodes": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',2,'dlx',0,'none',0,1,'correct','finished','',9147,6402,0,1,NULL,'{"nodes": 0, "updates": 29, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',2,'dlx',1,'none',0,1,'correct','finished','',19867,9918,0,1,NULL,'{"nodes": 0, "updates": 29, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',2,'sat',0,'none',0,1,'correct','finished','',10439,13636,0,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 29}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',2,'sat',1,'none',0,1,'correct','finished','',11101,9738,0,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 29}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',3,'algorithm_x',0,'unique',1,1,'correct','finished','',163655,161562,0,1,NULL,'{"nodes": 12}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133842-dd8493',3,'algorithm_x',1,'unique',1,1,'correct','finished','',108943,157013,0,1,NULL,'{"nodes": 12}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133842-dd8493',3,'dlx',0,'unique',1,1,'correct','finished','',16381,14176,9247,1,NULL,'{"nodes": 12, "updates": 63, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133842-dd8493',3,'dlx',1,'unique',1,1,'correct','finished','',22953,11071,4819,1,NULL,'{"nodes": 12, "updates": 63, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133842-dd8493',3,'sat',0,'unique',1,1,'correct','finished','',12192,43311,18915,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 130}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133842-dd8493',3,'sat',1,'unique',1,1,'correct','finished','',7784,21030,9127,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 130}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133842-dd8493',4,'algorithm_x',0,'multiple',2,0,'correct','finished','',156101,397702,0,1,NULL,'{"nodes": 21}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133842-dd8493',4,'algorithm_x',1,'multiple',2,0,'correct','finished','',69921,364169,0,1,NULL,'{"nodes": 21}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133842-dd8493',4,'dlx',0,'multiple',2,0,'correct','finished','',21260,14858,9598,1,NULL,'{"nodes": 21, "updates": 75, "choices": 3, "branches": 6, "nogood_hits": 0, "nogoods": 0}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133842-dd8493',4,'dlx',1,'multiple',2,0,'correct','finished','',6132,6832,3587,1,NULL,'{"nodes": 21, "updates": 75, "choices": 3, "branches": 6, "nogood_hits": 0, "nogoods": 0}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133842-dd8493',4,'sat',0,'multiple',2,0,'correct','finished','',10369,47828,30057,1,NULL,'{"conflicts": 1, "decisions": 4, "propagations": 147}','faa25a412871c291');
INSERT INTO "records" VALUES('20261122T133842-dd8493',4,'sat',1,'multiple',2,0,'correct','finished','',5120,22803,17572,1,NULL,'{"conflicts": 1, "decisions": 4, "propagations": 147}','faa25a412871c291');
INSERT INTO "records" VALUES('20261122T133842-dd8493',5,'algorithm_x',0,'none',0,1,'correct','finished','',35486,310,0,1,NULL,'{"nodes": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',5,'algorithm_x',1,'none',0,1,'correct','finished','',56235,281,0,1,NULL,'{"nodes": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',5,'dlx',0,'none',0,1,'correct','finished','',15739,10069,0,1,NULL,'{"nodes": 0, "updates": 11, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',5,'dlx',1,'none',0,1,'correct','finished','',4749,4128,0,1,NULL,'{"nodes": 0, "updates": 11, "choices": 0, "branches": 0, "nogood_hits": 0, "nogoods": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',5,'sat',0,'none',0,1,'correct','finished','',4449,8426,0,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 11}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',5,'sat',1,'none',0,1,'correct','finished','',2494,3406,0,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 11}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',7,'algorithm_x',0,'none',0,1,'correct','finished','',4318,43130,0,1,NULL,'{"nodes": 5}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',7,'algorithm_x',1,'none',0,1,'correct','finished','',4408,40395,0,1,NULL,'{"nodes": 5}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',7,'dlx',0,'none',0,1,'correct','finished','',5059,5681,0,1,NULL,'{"nodes": 5, "updates": 38, "choices": 1, "branches": 3, "nogood_hits": 0, "nogoods": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',7,'dlx',1,'none',0,1,'correct','finished','',10189,7133,0,1,NULL,'{"nodes": 5, "updates": 38, "choices": 1, "branches": 3, "nogood_hits": 0, "nogoods": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',7,'sat',0,'none',0,1,'correct','finished','',1893,3607,0,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133842-dd8493',7,'sat',1,'none',0,1,'correct','finished','',2003,4678,0,1,NULL,'{"conflicts": 0, "decisions": 0, "propagations": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',0,'algorithm_x',0,'unique',1,1,'correct','finished','',9192942,4235010,0,1,NULL,'{"nodes": 52}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',0,'faulty:fault=false_unique',0,'unique',1,1,'correct','finished','',0,10243306,0,1,NULL,'{}','f9906e7871337e7e');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',1,'algorithm_x',0,'multiple',2,0,'correct','finished','',6008908,4821053,0,1,NULL,'{"nodes": 61}','21ff0ccaa6ba0618');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',1,'faulty:fault=false_unique',0,'unique',1,1,'wrong','finished','',0,11145109,0,1,NULL,'{}','21ff0ccaa6ba0618');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',2,'algorithm_x',0,'none',0,1,'correct','finished','',484203,471,0,1,NULL,'{"nodes": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',2,'faulty:fault=false_unique',0,'none',0,1,'correct','finished','',0,490054,0,1,NULL,'{}',NULL);
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',3,'algorithm_x',0,'unique',1,1,'correct','finished','',178122,287506,0,1,NULL,'{"nodes": 12}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',3,'faulty:fault=false_unique',0,'unique',1,1,'correct','finished','',0,472781,0,1,NULL,'{}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',4,'algorithm_x',0,'multiple',2,0,'correct','finished','',125284,525542,0,1,NULL,'{"nodes": 21}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',4,'faulty:fault=false_unique',0,'unique',1,1,'wrong','finished','',0,825249,0,1,NULL,'{}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',5,'algorithm_x',0,'none',0,1,'correct','finished','',53550,260,0,1,NULL,'{"nodes": 0}',NULL);
INSERT INTO "records" VALUES('20261122T133844-a5e4b6',5,'faulty:fault=false_unique',0,'none',0,1,'correct','finished','',0,71353,0,1,NULL,'{}',NULL);
INSERT INTO "records" VALUES('20261122T133845-071e89',0,'algorithm_x',0,'unique',1,1,'unconfirmed','finished','',209741,363096,0,1,NULL,'{"nodes": 12}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133845-071e89',1,'algorithm_x',0,'multiple',2,0,'correct','finished','',131425,578048,0,1,NULL,'{"nodes": 21}','0f4502264280e05d');
INSERT INTO "records" VALUES('20261122T133845-071e89',2,'algorithm_x',0,'unique',1,1,'unconfirmed','finished','',189053,305199,0,1,NULL,'{"nodes": 12}','d259bdc218d83dd4');
INSERT INTO "records" VALUES('20261122T133845-071e89',3,'algorithm_x',0,'multiple',2,0,'correct','finished','',127587,567780,0,1,NULL,'{"nodes": 21}','0f4502264280e05d');
CREATE TABLE runs (
    run TEXT PRIMARY KEY,
    plan TEXT NOT NULL,         -- digest of the plan
    started TEXT NOT NULL,      -- UTC, ISO 8601
    finished TEXT,              -- NULL while it runs, and for ever if it was interrupted
    manifest TEXT NOT NULL      -- JSON: plan, versions, machine, argv
);
INSERT INTO "runs" VALUES('20261122T133842-dd8493','d551d29b4f76ccca','2026-11-22T13:38:42+00:00','2026-11-22T13:38:44+00:00','{"plan":{"corpora":["mixed.txt","tromino:3"],"backends":["dlx","sat","algorithm_x"],"task":"unique","limit":2,"repeat":2,"form":null,"seed":null,"scramble":null,"digests":["e35ec4b1d9e8baf2580d99005f77c7fa94050bbe5954d000dc475db414de4d6b","tromino:3"]},"plan_digest":"d551d29b4f76ccca","execution":{"executor":"local","jobs":1,"limits":{"wall_s":60.0,"cpu_s":null,"memory_bytes":null,"open_s":120.0,"recycle_after":20000,"recycle_growth_bytes":67108864},"cores":[]},"argv":["sudokubench","run","mixed.txt","tromino:3","--backend","dlx,sat,algorithm_x","--repeat","2"],"python":"3.11.7","platform":"Linux","cpu":"AMD EPYC","cores":2,"versions":{"sudokubench":"0.1.0","numba":"0.68.1","numpy":"2.4.6","ortools":"9.15.6755","python-sat":"1.9.dev17"},"noise":{"samples":1,"median_ns":1254059,"p90_over_median":null,"load_at_start":2.359375,"load_at_end":2.359375,"cpu_mhz":2445.43,"warning":"the machine was busy: a load of 2.4 on 2 processors when the run began"}}');
INSERT INTO "runs" VALUES('20261122T133844-a5e4b6','172f06559ec9f01b','2026-11-22T13:38:44+00:00','2026-11-22T13:38:45+00:00','{"plan":{"corpora":["mixed.txt"],"backends":["algorithm_x","faulty:fault=false_unique"],"task":"unique","limit":2,"repeat":1,"form":null,"seed":null,"scramble":null,"digests":["e35ec4b1d9e8baf2580d99005f77c7fa94050bbe5954d000dc475db414de4d6b"]},"plan_digest":"172f06559ec9f01b","execution":{"executor":"inline","limits":{"wall_s":60.0,"cpu_s":null,"memory_bytes":null,"open_s":120.0,"recycle_after":20000,"recycle_growth_bytes":67108864}},"argv":["sudokubench","run","mixed.txt","--backend","algorithm_x,faulty:fault=false_unique","--isolation","inline"],"python":"3.11.7","platform":"Linux","cpu":"AMD EPYC","cores":2,"versions":{"sudokubench":"0.1.0","numba":"0.68.1","numpy":"2.4.6","ortools":"9.15.6755","python-sat":"1.9.dev17"},"noise":{"samples":1,"median_ns":1306657,"p90_over_median":null,"load_at_start":2.359375,"load_at_end":2.33056640625,"cpu_mhz":2445.43,"warning":"the machine was busy: a load of 2.4 on 2 processors when the run began"}}');
INSERT INTO "runs" VALUES('20261122T133845-071e89','9e7d76a5a6172939','2026-11-22T13:38:45+00:00',NULL,'{"plan": {"corpora": ["many.txt"], "backends": ["algorithm_x"], "task": "unique", "limit": 2, "repeat": 1, "form": "line", "seed": null, "scramble": null, "digests": ["d1fa8474b0df5f783e4f58e7f068032d59322be6598447cb42abda9b6b81a870"]}, "plan_digest": "9e7d76a5a6172939", "execution": {"executor": "inline", "limits": {"wall_s": 60.0, "cpu_s": null, "memory_bytes": null, "open_s": 120.0, "recycle_after": 20000, "recycle_growth_bytes": 67108864}}, "argv": ["sudokubench", "run", "many.txt", "--from", "line", "--backend", "algorithm_x", "--isolation", "inline"], "python": "3.11.7", "platform": "Linux", "cpu": "AMD EPYC", "cores": 2, "versions": {"sudokubench": "0.1.0", "numba": "0.68.1", "numpy": "2.4.6", "ortools": "9.15.6755", "python-sat": "1.9.dev17"}}');
INSERT INTO "runs" VALUES('20261122T133845-a34811','8f284ee7a50bd3a9','2026-11-22T13:38:45+00:00',NULL,'{"plan": {"corpora": ["mistyped.txt"], "backends": ["algorithm_x"], "task": "unique", "limit": 2, "repeat": 1, "form": null, "seed": null, "scramble": null, "digests": ["mistyped.txt"]}, "plan_digest": "8f284ee7a50bd3a9", "execution": {"executor": "inline", "limits": {"wall_s": 60.0, "cpu_s": null, "memory_bytes": null, "open_s": 120.0, "recycle_after": 20000, "recycle_growth_bytes": 67108864}}, "argv": ["sudokubench", "run", "mistyped.txt", "--backend", "algorithm_x", "--isolation", "inline"], "python": "3.11.7", "platform": "Linux", "cpu": "AMD EPYC", "cores": 2, "versions": {"sudokubench": "0.1.0", "numba": "0.68.1", "numpy": "2.4.6", "ortools": "9.15.6755", "python-sat": "1.9.dev17"}}');
COMMIT;
PRAGMA user_version = 1;
