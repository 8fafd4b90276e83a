"""Texts about certificates."""

from sudokubench.words import Words

A_CERTIFICATE = Words("a certificate", "証明書")
