"""Checks of matrix products in memory."""
from __future__ import annotations

import ctypes
import math
from ctypes import POINTER, Structure, c_int32, c_int64, c_uint8, c_uint16, c_uint64, c_void_p
from dataclasses import dataclass
from typing import Any, List, Optional, Tuple

from . import _library as _c
from ._library import Error, Status


@dataclass(frozen=True)
class ProductReport:
    """What a check of a product says. docs/verify.md says what each number rests on."""

    answer: str  #: `right`, `wrong` or `not judged`
    reason: Optional[str]  #: why it is not judged
    method: str  #: `probes`, `integers` or `every element`
    batch_index: int  #: of several: the one that the answer is about; if all are right, the weakest
    row: Optional[int]  #: the wrong element: its place
    column: Optional[int]
    found: Optional[float]  #: its value, and the exact one
    recomputed: Optional[float]
    allowed: Optional[float]  #: how far a correct sum may be off, before its last rounding
    rounding: Optional[float]  #: G: squared residuals, relative to those of C's rounding
    careful_rounding: Optional[float]  #: with calibrate: the G of a careful product
    sees: Optional[float]  #: the least change of an element that is seen, in rms of its row
    missed: Optional[float]  #: of integers: the largest probability to miss a wrong product
    cells: int
    blind: int
    suspects: int
    not_nearest: Optional[int]  #: of method `every element`: those not the nearest number
    seed: str


class _DLTensor(Structure):
    """Source: dlpack.h, DLTensor. A DLManagedTensor begins with one."""

    _fields_ = [("data", c_void_p), ("device_type", c_int32), ("device_id", c_int32),
                ("ndim", c_int32), ("code", c_uint8), ("bits", c_uint8), ("lanes", c_uint16),
                ("shape", POINTER(c_int64)), ("strides", POINTER(c_int64)),
                ("byte_offset", c_uint64)]


_CPU = 1
_INT, _UINT, _FLOAT, _BFLOAT, _E4M3 = 0, 1, 2, 4, 10
_F16, _BF16, _F32, _F64 = (_FLOAT, 16), (_BFLOAT, 16), (_FLOAT, 32), (_FLOAT, 64)
#: The types of A and B, and that of C. A byte may hold an e4m3 number.
_TYPES = {"fp16": (((_F16),), _F16), "bf16": ((_BF16,), _BF16), "tf32": ((_F32,), _F32),
          "fp8": (((_E4M3, 8), (_UINT, 8)), _BF16), "fp8_fast": (((_E4M3, 8), (_UINT, 8)), _BF16),
          "f32": ((_F32,), _F32), "f64": ((_F64,), _F64),
          "int8": (((_INT, 8),), (_INT, 32))}
_VARIANTS = {_F16: "fp16", _BF16: "bf16", _F32: "f32", _F64: "f64", (_E4M3, 8): "fp8",
             (_INT, 8): "int8"}
_ANSWERS = ("not judged", "right", "wrong")  # by wm_product_answer

_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype = c_void_p
_pointer.argtypes = [ctypes.py_object, ctypes.c_char_p]


class _Matrix:
    """A tensor of another library. Its memory is kept until this object goes."""

    def __init__(self, tensor: Any, name: str, ranks: Tuple[int, ...]) -> None:
        if not hasattr(tensor, "__dlpack__"):
            raise TypeError(f"{name} must have __dlpack__, which {type(tensor).__name__} lacks")
        if tensor.__dlpack_device__()[0] != _CPU:
            raise Error(Status.UNSUPPORTED, "is not on the CPU: copy it there first", name)
        self._capsule = tensor.__dlpack__()  # its destructor frees the tensor
        view = ctypes.cast(_pointer(self._capsule, b"dltensor"), POINTER(_DLTensor)).contents
        self.name = name
        self.type = (view.code, view.bits)
        if view.ndim not in ranks or view.lanes != 1:
            raise Error(Status.ARG, f"has {view.ndim} dimensions, expected "
                        + " or ".join(map(str, ranks)), name)
        self.shape = tuple(view.shape[:view.ndim])
        self.strides = self._strides(view)
        self.data = (view.data or 0) + view.byte_offset

    def _strides(self, view: _DLTensor) -> Tuple[int, ...]:
        if view.strides:
            given = tuple(view.strides[:view.ndim])
        else:
            given = tuple(math.prod(self.shape[i + 1:]) for i in range(view.ndim))
        # A dimension of one element may have any stride.
        return tuple(1 if extent == 1 else stride for extent, stride in zip(self.shape, given))

    def must_be(self, rows: int, columns: int, batch: int) -> None:
        if self.shape[-2:] != (rows, columns) or self.shape[:-2] not in ((), (1,), (batch,)):
            raise Error(Status.ARG, f"has the shape {self.shape}, expected {(rows, columns)} or "
                        f"{(batch, rows, columns)}", self.name)

    def view(self) -> "_c.wm_matrix":
        row, column = self.strides[-2:]
        if row == 0 and column == 0:
            raise Error(Status.UNSUPPORTED, "one element is repeated: copy the matrix", self.name)
        is_shared = len(self.shape) == 2 or self.shape[0] == 1
        return _c.wm_matrix(self.data, row, column, 0 if is_shared else self.strides[0])


def _variant_of(a: _Matrix, variant: Optional[str]) -> str:
    found = variant if variant is not None else _VARIANTS.get(a.type)
    if found not in _TYPES:
        raise Error(Status.ARG, f"no variant of gemm for {variant or 'this type'}", "variant")
    return found


def _must_have_type(matrix: _Matrix, types: Tuple[Tuple[int, int], ...], variant: str) -> None:
    if matrix.type not in types:
        raise Error(Status.ARG, f"its type {matrix.type} (DLPack's code and bits) is none of "
                    f"{variant}'s", matrix.name)


def _report_of(view: "_c.wm_product_report") -> ProductReport:
    is_wrong = _ANSWERS[view.answer] == "wrong"

    def number(value: float) -> Optional[float]:
        return None if math.isnan(value) else value

    return ProductReport(
        _ANSWERS[view.answer], _c.text_of(view.reason) or None, _c.text_of(view.method) or "",
        view.batch_index, view.row if is_wrong else None, view.column if is_wrong else None,
        view.found if is_wrong else None, view.recomputed if is_wrong else None,
        view.allowed if is_wrong else None, number(view.rounding), number(view.careful_rounding),
        number(view.sees), number(view.missed), view.cells, view.blind, view.suspects,
        view.not_nearest if _c.text_of(view.method) == "every element" else None,
        _c.text_of(view.seed) or "")


def check_product(a: Any, b: Any, c: Any, *, variant: Optional[str] = None, alpha: float = 1.0,
                  beta: float = 0.0, c0: Any = None, bias: Any = None, threads: int = 0,
                  calibrate: bool = False) -> ProductReport:
    """Checks that c is alpha * a @ b + beta * c0 + bias, in less time than a product takes.

    a, b, c and c0 are tensors on the CPU with `__dlpack__` (PyTorch, NumPy, JAX, ...): m x k, k x n
    and m x n, or with a batch before. A transposed view needs no copy. bias has n numbers of c's
    type. variant is one of gemm (`fp16`, `bf16`, `tf32`, `fp8`, `fp8_fast`, `f32`, `f64`, `int8`);
    else a's type says it. Nothing is copied, and nothing is written.

    Raises Error: ARG (shapes or types do not fit), UNSUPPORTED, NOMEM. A wrong product is no error:
    look at `answer`.
    """
    left, right, out = (_Matrix(one, name, (2, 3))
                        for one, name in ((a, "a"), (b, "b"), (c, "c")))
    variant = _variant_of(left, variant)
    inputs, output = _TYPES[variant]
    m, k = left.shape[-2:]
    n = right.shape[-1]
    batch = out.shape[0] if len(out.shape) == 3 else 1
    others: List[_Matrix] = []
    for matrix, rows, columns, types in ((left, m, k, inputs), (right, k, n, inputs),
                                         (out, m, n, (output,))):
        _must_have_type(matrix, types, variant)
        matrix.must_be(rows, columns, batch)
    product = _c.wm_matrix_product(
        size=ctypes.sizeof(_c.wm_matrix_product), variant=variant.encode("ascii"), m=m, n=n, k=k,
        batch=batch, a=left.view(), b=right.view(), c=out.view(), alpha=alpha, beta=beta,
        threads=threads, calibrate=int(calibrate))
    if c0 is not None:
        before = _Matrix(c0, "c0", (2, 3))
        _must_have_type(before, (output,), variant)
        before.must_be(m, n, batch)
        product.c0 = before.view()
        others.append(before)
    if bias is not None:
        added = _Matrix(bias, "bias", (1,))
        _must_have_type(added, (output,), variant)
        if added.shape != (n,) or added.strides != (1,):
            raise Error(Status.ARG, f"needs {n} numbers that follow each other", "bias")
        product.bias = added.data
        others.append(added)
    report = _c.wm_product_report(size=ctypes.sizeof(_c.wm_product_report))
    _c.call("wm_product_check", ctypes.byref(product), ctypes.byref(report))
    return _report_of(report)
