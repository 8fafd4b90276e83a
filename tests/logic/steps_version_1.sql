BEGIN TRANSACTION;
CREATE TABLE steps (
    puzzle TEXT NOT NULL,
    config TEXT NOT NULL,
    number INTEGER NOT NULL,    -- from 1
    rule TEXT NOT NULL,
    length INTEGER NOT NULL,
    placed INTEGER NOT NULL,    -- how many
    eliminated INTEGER NOT NULL,
    entropy REAL NOT NULL,      -- nats removed
    step TEXT NOT NULL,         -- JSON, as in a trace
    PRIMARY KEY (puzzle, config, number)
) WITHOUT ROWID;
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',1,'hidden_single_box',0,1,0,1.386294361,'{"rule": "hidden_single_box", "digits": [1], "placed": [24], "items": [52], "houses": [9], "groups": [["single", [24]]], "entropy": 1.386294361}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',2,'full_house',0,1,0,1.504077397,'{"rule": "full_house", "digits": [4], "placed": [23], "items": [23], "houses": [1], "groups": [["single", [23]]], "entropy": 1.504077397}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',3,'full_house',0,1,0,0.693147181,'{"rule": "full_house", "digits": [2], "placed": [5], "items": [49], "houses": [8], "groups": [["single", [5]]], "entropy": 0.693147181}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',4,'hidden_single_box',0,1,0,1.386294361,'{"rule": "hidden_single_box", "digits": [1], "placed": [60], "items": [60], "houses": [11], "groups": [["single", [60]]], "entropy": 1.386294361}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',5,'full_house',0,1,0,0.693147181,'{"rule": "full_house", "digits": [4], "placed": [15], "items": [47], "houses": [7], "groups": [["single", [15]]], "entropy": 0.693147181}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',6,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [3], "placed": [10], "items": [18], "houses": [0], "groups": [["single", [10]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',7,'full_house',0,1,0,0.693147181,'{"rule": "full_house", "digits": [4], "placed": [43], "items": [43], "houses": [6], "groups": [["single", [43]]], "entropy": 0.693147181}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',8,'hidden_single_box',0,1,0,0.0,'{"rule": "hidden_single_box", "digits": [1], "placed": [36], "items": [56], "houses": [10], "groups": [["single", [36]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',9,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [2], "placed": [33], "items": [25], "houses": [2], "groups": [["single", [33]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',10,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [4], "placed": [51], "items": [35], "houses": [4], "groups": [["single", [51]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','abc',11,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [3], "placed": [54], "items": [30], "houses": [3], "groups": [["single", [54]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',1,'hidden_single_box',0,1,0,1.386294361,'{"rule": "hidden_single_box", "digits": [1], "placed": [24], "items": [52], "houses": [9], "groups": [["single", [24]]], "entropy": 1.386294361}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',2,'full_house',0,1,0,1.504077397,'{"rule": "full_house", "digits": [4], "placed": [23], "items": [23], "houses": [1], "groups": [["single", [23]]], "entropy": 1.504077397}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',3,'full_house',0,1,0,0.693147181,'{"rule": "full_house", "digits": [2], "placed": [5], "items": [49], "houses": [8], "groups": [["single", [5]]], "entropy": 0.693147181}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',4,'hidden_single_box',0,1,0,1.386294361,'{"rule": "hidden_single_box", "digits": [1], "placed": [60], "items": [60], "houses": [11], "groups": [["single", [60]]], "entropy": 1.386294361}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',5,'full_house',0,1,0,0.693147181,'{"rule": "full_house", "digits": [4], "placed": [15], "items": [47], "houses": [7], "groups": [["single", [15]]], "entropy": 0.693147181}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',6,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [3], "placed": [10], "items": [18], "houses": [0], "groups": [["single", [10]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',7,'full_house',0,1,0,0.693147181,'{"rule": "full_house", "digits": [4], "placed": [43], "items": [43], "houses": [6], "groups": [["single", [43]]], "entropy": 0.693147181}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',8,'hidden_single_box',0,1,0,0.0,'{"rule": "hidden_single_box", "digits": [1], "placed": [36], "items": [56], "houses": [10], "groups": [["single", [36]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',9,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [2], "placed": [33], "items": [25], "houses": [2], "groups": [["single", [33]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',10,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [4], "placed": [51], "items": [35], "houses": [4], "groups": [["single", [51]]]}');
INSERT INTO "steps" VALUES('1...3..2...3..2.','def',11,'full_house',0,1,0,0.0,'{"rule": "full_house", "digits": [3], "placed": [54], "items": [30], "houses": [3], "groups": [["single", [54]]]}');
INSERT INTO "steps" VALUES('12..............','abc',1,'pointing',0,0,2,0.575364145,'{"rule": "pointing", "digits": [3], "eliminated": [26, 30], "items": [50], "houses": [8, 1], "groups": [["locked", [18, 22]]], "entropy": 0.575364145}');
INSERT INTO "steps" VALUES('12..............','abc',2,'pointing',0,0,2,0.810930216,'{"rule": "pointing", "digits": [4], "eliminated": [27, 31], "items": [51], "houses": [8, 1], "groups": [["locked", [19, 23]]], "entropy": 0.810930216}');
INSERT INTO "steps" VALUES('12..............','abc',3,'claiming',0,0,2,0.575364145,'{"rule": "claiming", "digits": [2], "eliminated": [45, 57], "items": [65], "houses": [12, 11], "groups": [["locked", [41, 61]]], "entropy": 0.575364145}');
INSERT INTO "steps" VALUES('a......b........','abc',1,'hidden_single_box',0,1,0,2.367123614,'{"rule": "hidden_single_box", "digits": [1], "placed": [36], "items": [56], "houses": [10], "groups": [["single", [36]]], "entropy": 2.367123614}');
INSERT INTO "steps" VALUES('a......b........','abc',2,'hidden_single_box',0,1,0,1.386294361,'{"rule": "hidden_single_box", "digits": [1], "placed": [24], "items": [52], "houses": [9], "groups": [["single", [24]]], "entropy": 1.386294361}');
INSERT INTO "steps" VALUES('a......b........','abc',3,'hidden_single_box',0,1,0,1.098612289,'{"rule": "hidden_single_box", "digits": [1], "placed": [60], "items": [60], "houses": [11], "groups": [["single", [60]]], "entropy": 1.098612289}');
CREATE TABLE traces (
    puzzle TEXT NOT NULL,       -- as one line
    config TEXT NOT NULL,       -- digest of the order and values of the rules
    source TEXT NOT NULL,
    line INTEGER NOT NULL,
    ending TEXT NOT NULL,       -- solved, stuck, contradiction, budget
    PRIMARY KEY (puzzle, config)
) WITHOUT ROWID;
INSERT INTO "traces" VALUES('1...3..2...3..2.','abc','made',1,'solved');
INSERT INTO "traces" VALUES('1...3..2...3..2.','def','made',3,'solved');
INSERT INTO "traces" VALUES('12..............','abc','made',2,'stuck');
INSERT INTO "traces" VALUES('a......b........','abc','made',4,'stuck');
COMMIT;
PRAGMA user_version = 1;
