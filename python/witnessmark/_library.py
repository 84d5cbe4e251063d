"""The public header of libwitnessmark for ctypes: its structs, its functions, and the loader.

The structs have the names and members of witnessmark.h. tests/integration/python.sh compares their
sizes and offsets with C's.
"""
from __future__ import annotations

import ctypes
import enum
import os
from ctypes import (CFUNCTYPE, POINTER, Structure, c_char, c_char_p, c_double, c_int, c_size_t,
                    c_int64, c_ubyte, c_uint, c_uint64, c_void_p)
from typing import Optional

SONAME = "libwitnessmark.so.0"
ID_SIZE = 65


class Status(enum.IntEnum):
    """What a function of the library returns. The numbers are part of its interface."""

    OK = 0
    ARG = 1
    NOMEM = 2
    OPEN = 3
    IO = 4
    SYNTAX = 5
    CANON = 6
    INVALID = 7
    MISMATCH = 8
    LIMIT = 9
    NEWER = 10
    UNSUPPORTED = 11
    DEVICE = 12
    INTERRUPTED = 13
    EXISTS = 14
    NOTFOUND = 15
    OLDER = 16
    UNFINISHED = 17
    INCOMPLETE = 18


class Checkers(enum.IntEnum):
    """Whether a record's checkers are those of this release."""

    NOT_CHECKED = 0
    OWN = 1
    DIFFER = 2
    EARLIER = 3


class wm_error(Structure):
    _fields_ = [("code", c_int), ("place", c_char * 128), ("message", c_char * 384)]


EMIT = CFUNCTYPE(c_int, c_void_p, c_void_p, c_size_t)


class wm_checker(Structure):
    _fields_ = [("path", c_char_p), ("data", POINTER(c_ubyte)), ("size_bytes", c_size_t),
                ("sha256", c_char * ID_SIZE)]


class wm_line(Structure):
    _fields_ = [("text", c_char_p), ("size", c_size_t), ("id", c_char * ID_SIZE)]


class wm_own_numbers(Structure):
    _fields_ = [("size", c_size_t), ("series", c_char_p), ("names", POINTER(c_char_p)),
                ("values", POINTER(c_double)), ("count", c_size_t), ("reason", c_char_p),
                ("environment", c_char_p)]


class wm_own_value(Structure):
    _fields_ = [("series", c_char_p), ("field", c_char_p), ("function", c_char_p)]


class wm_own_claim(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("unit", c_char_p), ("format", c_char_p),
                ("value", wm_own_value), ("beside", POINTER(wm_own_value)),
                ("beside_count", c_size_t)]


class wm_graph_file(Structure):
    _fields_ = [("path", c_char_p), ("sha256", c_char * ID_SIZE)]


class wm_seal(Structure):
    _fields_ = [("size", c_size_t), ("files", POINTER(wm_graph_file)), ("file_count", c_size_t),
                ("continues", POINTER(c_char_p)), ("continue_count", c_size_t), ("emit", EMIT),
                ("context", c_void_p)]


class wm_source(Structure):
    _fields_ = [("context", c_void_p), ("size_bytes", c_uint64),
                ("read", CFUNCTYPE(c_int, c_void_p, c_uint64, c_void_p, c_size_t))]


class wm_finding(Structure):
    _fields_ = [("size", c_size_t), ("claim", c_char_p), ("text", c_char_p), ("is_of_fault", c_int),
                ("is_caught", c_int)]


FINDING = CFUNCTYPE(None, c_void_p, POINTER(wm_finding))
PROGRESS = CFUNCTYPE(None, c_void_p, c_uint64, c_uint64)


class wm_audit_options(Structure):
    _fields_ = [("size", c_size_t), ("root", c_char_p), ("finding", FINDING),
                ("progress", PROGRESS), ("context", c_void_p)]


class wm_audit_report_failure(Structure):
    _fields_ = [("file", c_char * 256), ("line", c_uint64), ("tag", c_char * 16),
                ("words", c_char * 512)]


class wm_audit_report(Structure):
    _fields_ = [("size", c_size_t), ("root", c_char * ID_SIZE), ("format", c_char * 64),
                ("nodes", c_uint64), ("claims", c_uint64), ("findings", c_uint64),
                ("size_bytes", c_uint64), ("checkers", c_int),
                ("failure", wm_audit_report_failure), ("named", (c_char * ID_SIZE) * 2)]


class wm_claim_view(Structure):
    _fields_ = [("size", c_size_t), ("name", c_char_p), ("kind", c_int), ("number", c_double),
                ("word", c_char_p), ("unit", c_char_p), ("text", c_char_p),
                ("class_word", c_char_p), ("tolerance", c_double), ("reason", c_char_p),
                ("format", c_char_p), ("id", c_char_p), ("line", c_uint64),
                ("reduction", c_char_p), ("reduction_line", c_uint64)]


class wm_node_edge(Structure):
    _fields_ = [("field", c_char_p), ("line", c_uint64)]


class wm_node_view(Structure):
    _fields_ = [("size", c_size_t), ("text", c_char_p), ("text_size", c_size_t), ("id", c_char_p),
                ("line", c_uint64), ("type", c_char_p), ("kind", c_char_p),
                ("edges", POINTER(wm_node_edge)), ("edge_count", c_size_t),
                ("function", c_char_p), ("field", c_char_p), ("series", c_char_p),
                ("index", c_uint64)]


PROOF_OUTPUTS = (None, "correct", "wrong", "not judged")  # by wm_proof_output
PROOF_TEXT = c_char * 64


class wm_proof_item(Structure):
    _fields_ = [("label", c_char * 112), ("output", c_int), ("why", c_char * 128),
                ("verified", PROOF_TEXT), ("transcript", PROOF_TEXT), ("errors", PROOF_TEXT),
                ("rate", PROOF_TEXT), ("rate_low", PROOF_TEXT), ("rate_high", PROOF_TEXT),
                ("independence", PROOF_TEXT), ("performance_class", PROOF_TEXT),
                ("numerical_class", PROOF_TEXT), ("repeats", c_uint64), ("failed", c_uint64),
                ("flagged", c_uint64), ("flags", c_char * 192), ("unknown", c_uint64)]


class wm_proof(Structure):
    _fields_ = [("size", c_size_t), ("root", c_char * ID_SIZE), ("name", c_char * 144),
                ("text", c_char * 4200), ("index", c_uint64), ("claim_count", c_uint64),
                ("low", PROOF_TEXT), ("high", PROOF_TEXT), ("class_word", PROOF_TEXT),
                ("output", c_int), ("item_count", c_uint64), ("item", wm_proof_item * 2)]


class wm_matrix(Structure):
    _fields_ = [("data", c_void_p), ("row_stride", c_int64), ("column_stride", c_int64),
                ("batch_stride", c_int64)]


class wm_matrix_product(Structure):
    _fields_ = [("size", c_size_t), ("variant", c_char_p), ("m", c_uint64), ("n", c_uint64),
                ("k", c_uint64), ("batch", c_uint64), ("a", wm_matrix), ("b", wm_matrix),
                ("c", wm_matrix), ("c0", wm_matrix), ("bias", c_void_p), ("alpha", c_double),
                ("beta", c_double), ("threads", c_uint), ("calibrate", c_int)]


class wm_product_report(Structure):
    _fields_ = [("size", c_size_t), ("answer", c_int), ("method", c_char * 16),
                ("reason", c_char * 256), ("batch_index", c_uint64), ("row", c_uint64),
                ("column", c_uint64), ("found", c_double), ("recomputed", c_double),
                ("allowed", c_double), ("rounding", c_double), ("careful_rounding", c_double),
                ("sees", c_double), ("missed", c_double), ("cells", c_uint64),
                ("blind", c_uint64), ("suspects", c_uint64), ("not_nearest", c_uint64),
                ("seed", c_char * ID_SIZE)]


# The functions that this module calls: what each returns, and its parameters. HANDLE points to a
# graph, an environment or a record, which only the library sees inside.
HANDLE = c_void_p
ERROR = POINTER(wm_error)
FUNCTIONS = {
    "wm_status_text": (c_char_p, [c_int]),
    "wm_version": (c_char_p, []),
    "wm_environment_new": (HANDLE, []),
    "wm_environment_free": (None, [HANDLE]),
    "wm_environment_producer": (c_int, [HANDLE, c_char_p, c_char_p, c_char_p, ERROR]),
    "wm_environment_device": (c_int, [HANDLE, c_char_p, c_char_p, ERROR]),
    "wm_environment_text": (c_int, [HANDLE, c_char_p, c_char_p, ERROR]),
    "wm_environment_number": (c_int, [HANDLE, c_char_p, c_double, ERROR]),
    "wm_environment_absent": (c_int, [HANDLE, c_char_p, c_char_p, ERROR]),
    "wm_environment_here": (c_int, [HANDLE, ERROR]),
    "wm_graph_new": (HANDLE, []),
    "wm_graph_free": (None, [HANDLE]),
    "wm_graph_environment": (c_int, [HANDLE, HANDLE, POINTER(wm_line), ERROR]),
    "wm_graph_continuing_plan": (c_int, [HANDLE, c_char_p, POINTER(c_char_p), c_size_t,
                                         POINTER(wm_line), ERROR]),
    "wm_graph_numbers": (c_int, [HANDLE, POINTER(wm_own_numbers), POINTER(wm_line), ERROR]),
    "wm_graph_claim": (c_int, [HANDLE, POINTER(wm_own_claim), ERROR]),
    "wm_record_write": (c_int, [c_char_p, HANDLE, POINTER(c_char_p), c_size_t, c_char_p,
                                ERROR]),
    "wm_audit_path": (c_int, [c_char_p, POINTER(wm_audit_options), POINTER(wm_audit_report),
                              ERROR]),
    "wm_record_open": (c_int, [c_char_p, POINTER(wm_audit_options), POINTER(HANDLE), ERROR]),
    "wm_record_close": (None, [HANDLE]),
    "wm_record_report": (POINTER(wm_audit_report), [HANDLE]),
    "wm_record_finding": (c_int, [HANDLE, c_size_t, POINTER(wm_finding), ERROR]),
    "wm_record_claim_at": (c_int, [HANDLE, c_size_t, POINTER(wm_claim_view), ERROR]),
    "wm_record_claim_named": (c_int, [HANDLE, c_char_p, POINTER(wm_claim_view), ERROR]),
    "wm_record_node_at": (c_int, [HANDLE, c_uint64, POINTER(wm_node_view), ERROR]),
    "wm_record_node_with_id": (c_int, [HANDLE, c_char_p, POINTER(wm_node_view), ERROR]),
    "wm_record_value": (c_int, [HANDLE, c_uint64, c_char_p, POINTER(c_double), ERROR]),
    "wm_proof_make": (c_int, [c_char_p, c_char_p, EMIT, c_void_p, ERROR]),
    "wm_proof_check": (c_int, [c_char_p, c_size_t, POINTER(wm_proof), ERROR]),
    "wm_product_check": (c_int, [POINTER(wm_matrix_product), POINTER(wm_product_report), ERROR]),
}


class Error(Exception):
    """The library refused. `status` says which kind, `place` where, `message` why."""

    def __init__(self, status: Status, message: str, place: str = "") -> None:
        super().__init__(status, message, place)
        self.status = status
        self.message = message
        self.place = place

    def __str__(self) -> str:
        return f"{self.place}: {self.message}" if self.place else self.message


def load() -> ctypes.CDLL:
    """Loads the library: $WITNESSMARK_LIBRARY, else by the loader's name."""
    path = os.environ.get("WITNESSMARK_LIBRARY") or SONAME
    try:
        library = ctypes.CDLL(path)
        for name, (result, parameters) in FUNCTIONS.items():
            function = getattr(library, name)
            function.restype = result
            function.argtypes = parameters
    except (OSError, AttributeError) as error:
        raise ImportError(f"cannot load libwitnessmark: {error}; install the library, or set "
                          "WITNESSMARK_LIBRARY to its path") from None
    return library


library = load()


def status_of(number: int) -> int:
    """The status with this number; the number itself where a newer library has another one."""
    return Status(number) if number in Status._value2member_map_ else number


def text_of(data: Optional[bytes]) -> Optional[str]:
    """A text of the library; None for NULL."""
    return None if data is None else data.decode("utf-8", "replace")


def bytes_of(text: str, what: str) -> bytes:
    """A text for the library, which refuses what is not UTF-8. C's texts end at a NUL."""
    if not isinstance(text, str):
        raise TypeError(f"{what} must be a str, not {type(text).__name__}")
    data = text.encode("utf-8", "surrogatepass")
    if b"\0" in data:
        raise Error(Status.ARG, f"{what} holds a NUL character")
    return data


def path_of(path: "str | os.PathLike[str]") -> bytes:
    """A path for the library."""
    data = os.fsencode(path)
    if b"\0" in data:
        raise Error(Status.ARG, "the path holds a NUL character")
    return data


def must(number: int, error: wm_error) -> None:
    """Raises Error unless the status is OK."""
    if number != Status.OK:
        message = text_of(error.message) or text_of(library.wm_status_text(number)) or "refused"
        raise Error(status_of(number), message, text_of(error.place) or "")


def call(name: str, *arguments: object) -> None:
    """Calls a function whose last parameter is the error; raises Error unless it returns OK."""
    error = wm_error()
    must(getattr(library, name)(*arguments, ctypes.byref(error)), error)
