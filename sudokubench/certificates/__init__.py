"""Proofs of answers: made with a solver, verified from scratch."""

from sudokubench.certificates.certificate import Certificate, read_certificates
from sudokubench.certificates.making import certify, certify_all
from sudokubench.certificates.verification import Status, Verification, dimacs, drup, verify

__all__ = [
    "Certificate", "Status", "Verification", "certify", "certify_all", "dimacs", "drup", "read_certificates", "verify",
]  # fmt: skip
