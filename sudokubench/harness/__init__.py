"""Runs backends over corpora, cross-checks their answers, times them and keeps the records."""
