"""Sealing of own numbers into a record."""
from __future__ import annotations

import ctypes
import math
import os
import sys
import threading
from typing import Any, Callable, Dict, FrozenSet, Iterable, List, Optional, Sequence, Tuple, Union

from . import _library as _c
from ._library import Error, Status

Path = Union[str, "os.PathLike[str]"]
Beside = Union[str, Tuple[str, str, str]]


def _number_of(value: Any, what: str) -> float:
    """A value as C has it; None is an absent one."""
    if value is None:
        return math.nan
    if isinstance(value, (str, bytes, bytearray)):
        raise TypeError(f"{what} must be a number or None, not {type(value).__name__}")
    try:
        return float(value)
    except OverflowError:
        raise Error(Status.ARG, "too large for binary64", what) from None


def _shown(names: Iterable[bytes]) -> str:
    """Names for a message."""
    return ", ".join(sorted(name.decode("utf-8", "replace") for name in names)) or "(none)"


def _evidence_of(path: Path) -> bytes:
    """The evidence.jsonl of a record that is named by its folder or by that file."""
    name = _c.path_of(path)
    return os.path.join(name, b"evidence.jsonl") if os.path.isdir(name) else name


class Graph:
    """The library's graph and environment of a record that is being made."""

    def __init__(self) -> None:
        self.graph = None
        self.has_plan = False
        self.environment = _c.library.wm_environment_new()
        if not self.environment:
            raise Error(Status.NOMEM, "out of memory")

    def begin(self) -> None:
        """Takes a new, empty graph."""
        _c.library.wm_graph_free(self.graph)
        self.graph = _c.library.wm_graph_new()
        if not self.graph:
            raise Error(Status.NOMEM, "out of memory")

    def __del__(self) -> None:
        _c.library.wm_graph_free(self.graph)
        _c.library.wm_environment_free(self.environment)


class Seal:
    """A record of own numbers that is being made; `seal` makes it.

    First come facts, then observations, then claims. Each call checks what it gets, and raises
    Error where the format refuses it. The record is then as before the call.
    """

    def __init__(self, path: Path, name: str, *, producer: Optional[str] = None, version: str = "",
                 source_revision: str = "", backend: str = "none", device: str = "",
                 here: bool = True, continues: Sequence[Path] = ()) -> None:
        _check_place(path)
        self.path = path
        self.root: Optional[str] = None  #: the root's id, once the record is written
        self._lock = threading.RLock()
        self._steps: List[Tuple[Callable[..., None], tuple]] = []
        self._graph: Optional[Graph] = None
        self._fields: Dict[bytes, FrozenSet[bytes]] = {}  # of each series
        self._name = _c.bytes_of(name, "name")
        priors = [_evidence_of(prior) for prior in continues]
        self._priors = (ctypes.c_char_p * len(priors))(*priors)
        if producer is None:
            producer = os.path.basename(sys.argv[0] or "") if sys.argv else ""
            producer = producer if producer and not producer.startswith("-") else "python"
        self._take(self._environment, "wm_environment_producer", _c.bytes_of(producer, "producer"),
                   _c.bytes_of(version, "version"),
                   _c.bytes_of(source_revision, "source_revision"))
        self._take(self._environment, "wm_environment_device", _c.bytes_of(backend, "backend"),
                   _c.bytes_of(device, "device"))
        if here:
            self._take(self._environment, "wm_environment_here")
        # Tells now what the plan would refuse after the first measurement.
        graph = self._built()
        self._plan(graph)
        graph.has_plan = False

    # Every step that the library took is kept, so that the graph can be built again.

    def _take(self, step: Callable[..., None], *arguments: Any) -> None:
        with self._lock:
            if self.root is not None:
                raise Error(Status.ARG, "the record is written")
            step(self._built(), *arguments)
            self._steps.append((step, arguments))

    def _built(self) -> Graph:
        if self._graph is None:
            graph = Graph()
            for step, arguments in self._steps:
                step(graph, *arguments)
            self._graph = graph
        return self._graph

    def _environment(self, graph: Graph, function: str, *arguments: Any) -> None:
        if graph.has_plan:
            raise Error(Status.ARG, "a fact comes before the first observation")
        _c.call(function, graph.environment, *arguments)

    def _plan(self, graph: Graph) -> None:
        """Ends the facts: the environment and the plan go into a fresh graph."""
        if not graph.has_plan:
            # A plan that is refused must not leave its environment behind.
            graph.begin()
            _c.call("wm_graph_environment", graph.graph, graph.environment, None)
            _c.call("wm_graph_continuing_plan", graph.graph, self._name, self._priors,
                    len(self._priors), None)
            graph.has_plan = True

    def _numbers(self, graph: Graph, series: bytes, names: Tuple[bytes, ...],
                 values: Tuple[float, ...], reason: Optional[bytes]) -> None:
        self._plan(graph)
        numbers = _c.wm_own_numbers(
            size=ctypes.sizeof(_c.wm_own_numbers), series=series,
            names=(ctypes.c_char_p * len(names))(*names),
            values=(ctypes.c_double * len(values))(*values), count=len(names), reason=reason)
        _c.call("wm_graph_numbers", graph.graph, ctypes.byref(numbers), None)

    def _claim(self, graph: Graph, name: bytes, unit: bytes, form: Optional[bytes],
               values: Tuple[Tuple[bytes, bytes, bytes], ...]) -> None:
        self._plan(graph)
        beside = (_c.wm_own_value * (len(values) - 1))(*values[1:])
        claim = _c.wm_own_claim(
            size=ctypes.sizeof(_c.wm_own_claim), name=name, unit=unit, format=form,
            value=_c.wm_own_value(*values[0]), beside=beside, beside_count=len(beside))
        _c.call("wm_graph_claim", graph.graph, ctypes.byref(claim))

    def fact(self, name: str, value: Any = None, *, reason: Optional[str] = None) -> None:
        """Sets a fact of the environment: a text or a number; with `reason`, why it is absent.

        name is 1 to 64 of [a-z0-9_.]. Facts come before the first observation.
        """
        key = _c.bytes_of(name, "name")
        if (value is None) == (reason is None):
            raise TypeError(f"fact {name}: give a value or a reason why it is absent")
        if reason is not None:
            self._take(self._environment, "wm_environment_absent", key,
                       _c.bytes_of(reason, "reason"))
        elif isinstance(value, str):
            self._take(self._environment, "wm_environment_text", key, _c.bytes_of(value, "value"))
        else:
            self._take(self._environment, "wm_environment_number", key,
                       _number_of(value, f"fact {name}"))

    def add(self, series: str, /, *, reason: Optional[str] = None, **values: Any) -> None:
        """Adds an observation to a series: named values that were measured together.

        A value is a finite number. None or NaN is an absent one; then `reason` says why. All
        observations of a series have the same names: a claim is over all of them.
        """
        names = tuple(_c.bytes_of(name, "name") for name in values)
        numbers = tuple(_number_of(value, name) for name, value in values.items())
        key = _c.bytes_of(series, "series")
        with self._lock:
            fields = self._fields.get(key, frozenset(names))
            if fields != frozenset(names):
                raise Error(Status.ARG, f"found the values {_shown(names)}, expected "
                            f"{_shown(fields)} as in the first observation; None is an absent one",
                            series)
            self._take(self._numbers, key, names, numbers,
                       None if reason is None else _c.bytes_of(reason, "reason"))
            self._fields[key] = fields

    def add_all(self, series: str, name: str, values: Iterable[Any], *,
                reason: Optional[str] = None) -> None:
        """Adds one observation of one value for each of `values`, in their order.

        Where one is refused, those before it are in the series.
        """
        for value in values:
            self.add(series, reason=reason, **{name: value})

    def claim(self, name: str, *, series: str, field: str, unit: str, function: str = "median_of",
              format: Optional[str] = None,  # pylint: disable=redefined-builtin
              beside: Sequence[Beside] = ()) -> None:
        """Claims a number: a function of one field over all observations of a series.

        name is `x.` and 1 to 64 of [a-z0-9_.]. unit is `1` for a bare number. function is
        `median_of`, `minimum_of`, `maximum_of`, `mean_of`, `standard_deviation_of` or
        `relative_mad_of`. format is `si4`, `sci3`, `fixed0`, `fixed2`, `fixed4`, `signed2` or
        `percent3`; None: what fits the unit, `1.500 us` but `1950 ms`.
        beside: what is shown with it; functions, or triples of series, field and function.
        """
        if isinstance(beside, str):
            raise TypeError("beside must be a sequence, not a str")
        shown: List[Tuple[str, str, str]] = [(series, field, function)]
        for extra in beside:
            shown.append((series, field, extra) if isinstance(extra, str) else extra)
        self._take(self._claim, _c.bytes_of(name, "name"), _c.bytes_of(unit, "unit"),
                   None if format is None else _c.bytes_of(format, "format"),
                   tuple((_c.bytes_of(a, "series"), _c.bytes_of(b, "field"),
                          _c.bytes_of(c, "function")) for a, b, c in shown))

    def write(self, path: Optional[Path] = None) -> str:
        """Seals the record and writes it to path, or where `seal` said; returns the root's id.

        The end of the `with` block calls this. Nothing that exists is replaced. After a failure
        nothing is left behind, and the numbers are kept: write again, to another path.
        """
        with self._lock:
            if self.root is not None:
                raise Error(Status.ARG, "the record is written")
            where = self.path if path is None else path
            root = ctypes.create_string_buffer(_c.ID_SIZE)
            graph = self._built()
            self._plan(graph)
            self._graph = None  # A graph that was not written may take no more.
            _c.call("wm_record_write", _c.path_of(where), graph.graph, self._priors,
                    len(self._priors), root)
            self.path, self.root, self._steps = where, root.value.decode("ascii"), []
            return self.root

    def __enter__(self) -> "Seal":
        return self

    def __exit__(self, kind: Any, _value: Any, _traceback: Any) -> None:
        if kind is None and self.root is None:
            self.write()


def _check_place(path: Path) -> None:
    """Refuses a path that cannot take the record, before anything is measured."""
    name = _c.path_of(path)
    parent = os.path.dirname(name.rstrip(b"/")) or b"."
    shown = name.decode("utf-8", "replace")
    if not name:
        raise Error(Status.ARG, "the path is empty")
    if os.path.lexists(name):
        raise Error(Status.EXISTS, "exists already", shown)
    if not os.path.isdir(parent):
        raise Error(Status.OPEN, "its folder does not exist", shown)


def seal(path: Path, name: str, *, producer: Optional[str] = None, version: str = "",
         source_revision: str = "", backend: str = "none", device: str = "", here: bool = True,
         continues: Sequence[Path] = ()) -> Seal:
    """Seals own numbers into a record, for a `with` block.

        with witnessmark.seal("record", "nightly latency") as record:
            record.fact("compiler", "none: Python")
            record.add("latency", seconds=1.5e-6)
            record.claim("x.latency", series="latency", field="seconds", unit="s")
        print(record.root)

    path: the record's folder, which must not exist. name: the plan's. producer, version and
    source_revision name the program; without producer it is the script's file name. backend is
    `none`, `cpu` or `cuda`; device is what was measured. here adds the facts of this machine.
    continues: at most 8 records that this one continues.

    The record is written when the block ends, and not at all if the block raises.
    """
    return Seal(path, name, producer=producer, version=version, source_revision=source_revision,
                backend=backend, device=device, here=here, continues=continues)
