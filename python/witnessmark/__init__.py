"""Records of benchmark numbers that carry their own evidence: audit, read, seal, prove. It also
checks matrix products in memory.

    import witnessmark

    report = witnessmark.audit("record")
    with witnessmark.Record("record") as record:
        for claim in record.claims:
            print(claim["name"], claim["text"])

This module calls libwitnessmark by ctypes. It loads $WITNESSMARK_LIBRARY, else libwitnessmark.so.0.
Every refusal of the library is an `Error` with its status, message and place.
"""
from . import _library
from ._audit import Failure, Finding, Report, audit
from ._library import Checkers, Error, Status
from ._product import ProductReport, check_product
from ._proof import Proof, ProofItem, check_proof, make_proof
from ._record import Record
from ._seal import Seal, seal

__version__: str = _library.library.wm_version().decode("ascii")
__all__ = ["Checkers", "Error", "Failure", "Finding", "ProductReport", "Proof", "ProofItem",
           "Record", "Report", "Seal", "Status", "audit", "check_product", "check_proof",
           "make_proof", "seal"]
