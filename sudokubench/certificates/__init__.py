"""Proofs of answers. A solver helps to make them; a separate verifier checks them from scratch."""

from sudokubench.certificates.certificate import Certificate, read_certificates
from sudokubench.certificates.explanation import ProvedTrace
from sudokubench.certificates.making import certify, certify_all, prove
from sudokubench.certificates.verification import Status, Verification, dimacs, drup, verify

__all__ = [
    "Certificate", "ProvedTrace", "Status", "Verification", "certify", "certify_all", "dimacs", "drup", "prove",
    "read_certificates", "verify",
]  # fmt: skip
