"""Run backends over corpora, cross-check their answers, time them and store the records."""
