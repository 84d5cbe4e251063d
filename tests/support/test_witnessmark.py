#!/usr/bin/env python3
"""Tests the Python module on records that it seals, in a temporary folder.

The environment names the module and its library, as tests/integration/python.sh does.
"""
import ctypes
import gzip
import json
import lzma
import math
import os
import pickle
import shutil
import struct
import subprocess
import sys
import tempfile
import threading
import unittest

import witnessmark
from witnessmark import Error, Status
from witnessmark._audit import Options


def make(path, values=(1.5e-6, 1.7e-6, 1.6e-6)):
    with witnessmark.seal(path, "nightly latency", producer="tester", version="1.2") as record:
        record.fact("compiler", "none: Python")
        record.fact("threads", 4)
        record.fact("gcc.version", reason="not used")
        record.add_all("latency", "seconds", values)
        record.add("sizes", bytes=1000, score=None, reason="no score")
        record.claim("x.latency", series="latency", field="seconds", unit="s",
                     beside=["minimum_of", ("sizes", "bytes", "maximum_of")])
        record.claim("x.score", series="sizes", field="score", unit="1", format="fixed2")
    return record.root


class Case(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.mkdtemp()
        self.path = os.path.join(self.folder, "record")
        self.addCleanup(shutil.rmtree, self.folder)

    def refused(self, status, words, call, *arguments, **named):
        with self.assertRaises(Error) as caught:
            call(*arguments, **named)
        self.assertEqual(caught.exception.status, status, caught.exception)
        self.assertRegex(str(caught.exception), words)
        return caught.exception

    def nothing_left(self):
        self.assertEqual([name for name in os.listdir(self.folder) if "record" in name], [])


class Audits(Case):
    def test_valid(self):
        root = make(self.path)
        report = witnessmark.audit(self.path, root=root[:12], progress=print)
        self.assertTrue(report.valid)
        self.assertEqual((report.root, report.claims, report.findings), (root, 2, []))
        self.assertEqual(report.checkers, witnessmark.Checkers.OWN)
        self.assertEqual(report.named, ())
        self.assertIs(report.check(), report)
        with open(f"{self.path}/evidence.jsonl", "rb") as file:
            self.assertEqual((report.nodes, report.size_bytes),
                             (sum(1 for _ in file), file.tell()))

    def test_forged(self):
        make(self.path)
        with open(f"{self.path}/evidence.jsonl", "r+", encoding="utf-8") as file:
            text = file.read()
            file.seek(0)
            file.write(text.replace("1.600 us", "1.500 us"))
        report = witnessmark.audit(self.path)
        self.assertFalse(report.valid)
        self.assertEqual((report.status, report.failure.tag), (Status.INVALID, "text"))
        self.assertIn("found 1.500 us", str(report.failure))
        self.refused(Status.INVALID, r"\[text\]", report.check)
        self.refused(Status.INVALID, r"\[text\]", witnessmark.Record, self.path)

    def test_other_root(self):
        make(self.path)
        self.assertEqual(witnessmark.audit(self.path, root="00000000").status, Status.MISMATCH)
        self.refused(Status.ARG, "hex digits", witnessmark.audit, self.path, root="12")
        self.refused(Status.ARG, "NUL", witnessmark.audit, self.path, root="0" * 8 + "\0")
        with self.assertRaises(TypeError):
            witnessmark.audit(self.path, root=12345678)

    def test_unfinished(self):
        make(self.path)
        with open(f"{self.path}/evidence.jsonl", encoding="utf-8") as file:
            lines = file.readlines()
        cut = os.path.join(self.folder, "cut")
        os.mkdir(cut)
        with open(f"{cut}/evidence.jsonl", "w", encoding="utf-8") as file:
            file.writelines(lines[:4])
        report = witnessmark.audit(cut)
        self.assertEqual((report.valid, report.status), (False, Status.UNFINISHED))
        self.refused(Status.UNFINISHED, ".", report.check)

    def test_troubles(self):
        self.refused(Status.OPEN, ".", witnessmark.audit, f"{self.folder}/none")
        self.refused(Status.OPEN, ".", witnessmark.audit, "")
        self.refused(Status.ARG, "NUL", witnessmark.audit, "a\0b")
        with self.assertRaises(TypeError):
            witnessmark.audit(None)

    def test_callback_raises(self):
        def stop(_done, _size):
            raise KeyboardInterrupt

        # The library calls it only after 16 MiB, so this test calls it through C itself.
        options = Options(None, stop)
        options.options.progress(None, 1, 2)
        self.assertRaises(KeyboardInterrupt, options.reraise)

    def test_findings(self):
        path = os.environ["WITH_FINDINGS"]
        report = witnessmark.audit(path)
        self.assertTrue(report.valid)
        self.assertTrue(report.findings)
        with witnessmark.Record(path) as record:
            self.assertEqual(record.findings, report.findings)
            names = {claim["name"] for claim in record.claims}
            for found in record.findings:
                self.assertTrue(found.claim is None or found.claim in names)


class Reads(Case):
    def test_claims(self):
        root = make(self.path)
        with witnessmark.Record(self.path) as record:
            latency, score = record.claims
            self.assertEqual((record.root, record.report.claims), (root, 2))
            self.assertEqual(
                (latency["name"], latency["value"], latency["unit"], latency["text"]),
                ("x.latency", 1.6e-6, "s", "1.600 us"))
            self.assertEqual((score["value"], score["text"]), (None, "n/a"))
            self.assertTrue(score["reason"])
            self.assertEqual(record.claim("x.latency"), latency)
            self.refused(Status.NOTFOUND, "x.none", record.claim, "x.none")
            record.claims[0]["name"] = "changed"
            self.assertEqual(record.claims[0]["name"], "x.latency")

    def test_nodes(self):
        make(self.path)
        with witnessmark.Record(self.path) as record:
            nodes = list(record.nodes)
            with open(f"{self.path}/evidence.jsonl", encoding="utf-8") as file:
                self.assertEqual("".join(node["text"] for node in nodes), file.read())
            claim = record.node(record.claim("x.latency")["line"])
            self.assertEqual((claim["type"], claim["content"]["text"]), ("claim", "1.600 us"))
            reduction = record.node(record.claim("x.latency")["reduction"])
            self.assertEqual((reduction["function"], reduction["field"]), ("median_of", "seconds"))
            lines = [line for field, line in reduction["edges"] if field == "inputs"]
            self.assertEqual([record.value(line, "seconds") for line in lines],
                             [1.5e-6, 1.7e-6, 1.6e-6])
            self.assertEqual([record.node(line)["index"] for line in lines], [0, 1, 2])
            self.refused(Status.NOTFOUND, ".", record.value, lines[0], "none")
            self.refused(Status.NOTFOUND, ".", record.node, "0" * 64)
            for line in (0, -1, len(nodes) + 1, 2**64 + 1):
                self.refused(Status.ARG, "no line", record.node, line)
                self.refused(Status.ARG, "no line", record.value, line, "seconds")
            for line in (1.5, None):
                self.assertRaises(TypeError, record.node, line)

    def test_absent_value(self):
        make(self.path)
        with witnessmark.Record(self.path) as record:
            line = next(node["line"] for node in record.nodes if node["series"] == "sizes")
            self.assertIsNone(record.value(line, "score"))
            self.assertEqual(record.value(line, "bytes"), 1000)

    def test_closed(self):
        make(self.path)
        record = witnessmark.Record(self.path)
        text = record.node(1)["text"]
        record.close()
        record.close()
        self.assertEqual(json.loads(text)["type"], "observation")
        for call in (lambda: record.claims, lambda: record.node(1), lambda: record.claim("x.a")):
            self.refused(Status.ARG, "closed", call)

    def test_threads(self):
        make(self.path)
        wrong = []
        with witnessmark.Record(self.path) as record:
            expected = list(record.nodes)

            def read():
                for _ in range(20):
                    if list(record.nodes) != expected:
                        wrong.append(1)

            threads = [threading.Thread(target=read) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        self.assertEqual(wrong, [])


class Seals(Case):
    def test_odd_names(self):
        path = os.path.join(self.folder, 'record é " \n \udcff')
        with witnessmark.seal(path, 'a "name"\n\u202e€') as record:
            record.add("s", self=1, series=2)
            record.claim("x.a", series="s", field="series", unit="1")
        self.assertTrue(witnessmark.audit(path).valid)
        with witnessmark.Record(path) as read:
            self.assertEqual(read.node(2)["content"]["name"], 'a "name"\n\u202e€')

    def test_environment(self):
        make(self.path)
        with witnessmark.Record(self.path) as record:
            content = record.node(1)["content"]
        self.assertEqual(content["producer"],
                         {"name": "tester", "version": "1.2", "source_revision": ""})
        facts = {fact["name"]: fact for fact in content["facts"]}
        self.assertEqual(facts["threads"]["value"], 4)
        self.assertEqual(facts["gcc.version"]["reason"], "not used")
        self.assertIn("Linux", facts["kernel"]["value"])

    def test_format_of_the_unit(self):
        with witnessmark.seal(self.path, "n") as record:
            record.add("s", a=1950)
            for unit in ("s", "ms"):
                record.claim(f"x.{unit}", series="s", field="a", unit=unit)
            record.claim("x.asked", series="s", field="a", unit="ms", format="sci3")
            self.refused(Status.ARG, ".", record.claim, "x.b", series="s", field="a", unit="s",
                         format="si5")
        with witnessmark.Record(self.path) as read:
            self.assertEqual([claim["text"] for claim in read.claims],
                             ["1.950 ks", "1950 ms", "1.95e+03 ms"])

    def test_raise_writes_nothing(self):
        with self.assertRaises(ZeroDivisionError):
            with witnessmark.seal(self.path, "n") as record:
                record.add("s", a=1)
                raise ZeroDivisionError
        self.assertIsNone(record.root)
        self.nothing_left()

    def test_place(self):
        os.mkdir(self.path)
        self.refused(Status.EXISTS, "record", witnessmark.seal, self.path, "n")
        self.refused(Status.OPEN, "folder", witnessmark.seal, f"{self.folder}/no/record", "n")
        self.refused(Status.ARG, "empty", witnessmark.seal, "", "n")
        self.refused(Status.ARG, "NUL", witnessmark.seal, f"{self.path}\0b", "n")

    def test_archive(self):
        """An archive is no invalid record: the library does not read it."""
        for name, pack, words in ((".tar.gz", gzip.compress, "archive; unpack it, or use"),
                                  (".tar.xz", lzma.compress, "by xz; unpack it, or use")):
            with open(self.path + name, "wb") as stream:
                stream.write(pack(b"x"))
            self.refused(Status.UNSUPPORTED, words, witnessmark.audit, self.path + name)
            self.refused(Status.UNSUPPORTED, words, witnessmark.Record, self.path + name)

    def test_write_again(self):
        with self.assertRaises(Error) as caught:
            with witnessmark.seal(self.path, "n") as record:
                record.fact("threads", 1)
                record.add("s", a=1)
                record.claim("x.a", series="s", field="a", unit="1")
                os.mkdir(self.path)
        self.assertEqual(caught.exception.status, Status.EXISTS)
        other = f"{self.folder}/other"
        root = record.write(other)
        self.assertEqual(witnessmark.audit(other, root=root).claims, 1)
        self.assertEqual((record.root, record.path), (root, other))
        self.refused(Status.ARG, "written", record.write)
        self.refused(Status.ARG, "written", record.add, "s", a=1)

    def test_add_after_failed_write(self):
        record = witnessmark.seal(self.path, "n")
        record.add("s", a=1)
        self.refused(Status.OPEN, ".", record.write, f"{self.folder}/no/record")
        record.add("s", a=3)
        record.claim("x.a", series="s", field="a", unit="1", function="mean_of", format="fixed0")
        record.write()
        with witnessmark.Record(self.path) as read:
            self.assertEqual(read.claim("x.a")["value"], 2)

    def test_refusals_change_nothing(self):
        with witnessmark.seal(self.path, "n") as record:
            self.refused(Status.ARG, ".", record.fact, "Threads", 4)
            self.refused(Status.ARG, ".", record.fact, "threads", math.nan)
            self.refused(Status.CANON, ".", record.fact, "a", "\ud800")
            self.refused(Status.LIMIT, ".", record.fact, "a", "x" * 5000)
            self.refused(Status.ARG, ".", record.add, "s")
            self.refused(Status.ARG, ".", record.add, "s", a=math.inf)
            self.refused(Status.ARG, ".", record.add, "s", a=math.nan)
            self.refused(Status.ARG, ".", record.add, "S", a=1)
            self.refused(Status.ARG, "NUL", record.add, "s\0t", a=1)
            self.refused(Status.ARG, ".", record.claim, "x.a", series="s", field="a", unit="s")
            self.refused(Status.ARG, "too large", record.add, "s", a=10**400)
            record.add("s", a=1)
            self.refused(Status.ARG, "values b, expected a as", record.add, "s", b=1)
            self.refused(Status.ARG, "values a, b, expected a as", record.add, "s", a=1, b=1)
            self.refused(Status.ARG, "before the first", record.fact, "threads", 4)
            self.refused(Status.ARG, ".", record.claim, "a", series="s", field="a", unit="s")
            self.refused(Status.ARG, ".", record.claim, "x.a", series="s", field="b", unit="s")
            for wrong in ("1", b"1"):
                self.assertRaises(TypeError, record.add, "s", a=wrong)
            for wrong in ({}, {"value": 1, "reason": "both"}):
                self.assertRaises(TypeError, record.fact, "b", **wrong)
            self.assertRaises(TypeError, record.claim, "x.a", series="s", field="a", unit="s",
                              beside="minimum_of")
            record.claim("x.a", series="s", field="a", unit="s")
            self.refused(Status.ARG, ".", record.claim, "x.a", series="s", field="a", unit="s")
        report = witnessmark.audit(self.path).check()
        self.assertEqual((report.claims, report.nodes), (1, 6))

    def test_refused_before_measuring(self):
        self.refused(Status.CANON, ".", witnessmark.seal, self.path, "\ud800")
        self.refused(Status.ARG, ".", witnessmark.seal, self.path, "n", backend="tpu")
        self.refused(Status.OPEN, ".", witnessmark.seal, self.path, "n",
                     continues=[f"{self.folder}/none"])
        self.nothing_left()

    def test_continues(self):
        root = make(self.path)
        for number, prior in enumerate((self.path, f"{self.path}/evidence.jsonl")):
            path = f"{self.folder}/next{number}"
            with witnessmark.seal(path, "next", continues=[prior]) as record:
                record.add("s", a=1)
                record.claim("x.a", series="s", field="a", unit="1")
            self.assertTrue(witnessmark.audit(path).valid)
            with witnessmark.Record(path) as read:
                self.assertEqual(read.node(2)["content"]["continues"], [root])
            alone = witnessmark.audit(f"{path}/evidence.jsonl")
            self.assertEqual((alone.valid, alone.status), (False, Status.INCOMPLETE))

    def test_series_limit(self):
        record = witnessmark.seal(self.path, "n", here=False)
        with self.assertRaises(Error) as caught:
            record.add_all("s", "a", range(20000))
        self.assertEqual(caught.exception.status, Status.LIMIT)
        self.assertIn("15,648", str(caught.exception).replace("15648", "15,648"))

    def test_small_disk(self):
        if not os.environ.get("SMALL_DISK"):
            self.skipTest("no small file system")
        record = witnessmark.seal(os.path.join(os.environ["SMALL_DISK"], "record"), "n")
        record.add("s", a=1)
        record.claim("x.a", series="s", field="a", unit="1")
        self.refused(Status.LIMIT, ".", record.write)
        self.assertEqual(os.listdir(os.environ["SMALL_DISK"]), [])
        record.write(self.path)
        self.assertTrue(witnessmark.audit(self.path).valid)


class Proofs(Case):
    def test_proof(self):
        root = make(self.path)
        text = witnessmark.make_proof(self.path, "x.latency")
        for given in (text, text.encode()):
            proof = witnessmark.check_proof(given, root[:8])
            self.assertEqual((proof.root, proof.name, proof.text, proof.index, proof.claim_count),
                             (root, "x.latency", "1.600 us", 0, 2))
            self.assertEqual((proof.low, proof.high, proof.class_word, proof.output, proof.items),
                             (None, None, None, None, ()))
        self.refused(Status.MISMATCH, ".", witnessmark.check_proof, text, "0" * 64)
        older = text.replace("witnessmark-proof/2", "witnessmark-proof/1")
        self.refused(Status.OLDER, ".", witnessmark.check_proof, older, root)
        forged = text.replace("1.600 us", "1.500 us")
        with self.assertRaises(Error):
            witnessmark.check_proof(forged, root)
        for wrong in ("", "\ud800", text + "\n", text[:-1], "\0", text + "\0"):
            self.refused(Status.INVALID, ".", witnessmark.check_proof, wrong, root)
        for wrong in ("", root + "0", root[:8] + "\n", root.upper(), None):
            self.refused(Status.ARG, "root", witnessmark.check_proof, text, wrong)
        self.refused(Status.NOTFOUND, ".", witnessmark.make_proof, self.path, "x.none")

    @unittest.skipUnless("WITH_FINDINGS" in os.environ, "no record with findings")
    def test_output(self):
        path = os.environ["WITH_FINDINGS"]
        root = witnessmark.audit(path).root
        with witnessmark.Record(path) as record:
            claims = {claim["name"]: claim["text"] for claim in record.claims}
        for label, output, why in (("gemm.fp8.n8", "wrong", "verified is FAIL"),
                                   ("gemm.fp16.n4", "correct", None),
                                   ("gemm.int8.n6", "not judged", "verified is n/a")):
            name = label + ".rate"
            proof = witnessmark.check_proof(witnessmark.make_proof(path, name), root)
            item, = proof.items
            self.assertEqual((item.label, item.output, item.why), (label, output, why))
            self.assertEqual((proof.output, proof.class_word, proof.low, proof.high),
                             (output, item.performance_class, item.rate_low, item.rate_high))
            for field in ("verified", "transcript", "rate", "rate_low", "independence"):
                self.assertEqual(getattr(item, field), claims[f"{label}.{field}"])
            self.assertGreaterEqual(item.repeats, item.flagged + item.failed)
        change = "change.gemm.fp16.n4.bursts.rate_change"
        proof = witnessmark.check_proof(witnessmark.make_proof(path, change), root)
        self.assertEqual([(item.label, item.output) for item in proof.items],
                         [("gemm.fp16.n4.bursts", "wrong"), ("gemm.fp16.n4", "correct")])


class Tensor:
    """Numbers with DLPack's protocol, and nothing else: no array library is needed."""

    TYPES = {"e": (2, 16, 2), "f": (2, 32, 4), "d": (2, 64, 8), "b": (0, 8, 1), "i": (0, 32, 4),
             "bf16": (4, 16, 2), "u1": (1, 8, 1)}

    class View(ctypes.Structure):
        _fields_ = [("data", ctypes.c_void_p), ("device", ctypes.c_int32 * 2),
                    ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8), ("bits", ctypes.c_uint8),
                    ("lanes", ctypes.c_uint16), ("shape", ctypes.POINTER(ctypes.c_int64)),
                    ("strides", ctypes.POINTER(ctypes.c_int64)), ("offset", ctypes.c_uint64)]

    def __init__(self, type_code, shape, values, strides=None, device=1):
        code, bits, size = self.TYPES[type_code]
        data = struct.pack(f"<{len(values)}{type_code}", *values)
        self.device = device
        self.memory = ctypes.create_string_buffer(b"?" * size + data)
        self.lists = [(ctypes.c_int64 * len(one))(*one) if one else None
                      for one in (shape, strides)]
        self.view = self.View(ctypes.addressof(self.memory), (device, 0), len(shape), code, bits, 1,
                              self.lists[0], self.lists[1], size)

    def __dlpack_device__(self):
        return (self.device, 0)

    def __dlpack__(self):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype = ctypes.py_object
        new.argtypes = [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.view), b"dltensor", None)


class Products(Case):
    M, N, K = 5, 4, 6

    def setUp(self):
        self.A = [[math.sin(9 * i + l) for l in range(self.K)] for i in range(self.M)]
        self.B = [[math.cos(7 * l + j) for j in range(self.N)] for l in range(self.K)]
        self.A, self.B = ([[self.f32(x) for x in row] for row in M] for M in (self.A, self.B))
        self.C = [[sum(x * y for x, y in zip(row, column)) for column in zip(*self.B)]
                  for row in self.A]
        self.a, self.b = self.tensor(self.A), self.tensor(self.B)

    @staticmethod
    def f32(x):
        return struct.unpack("f", struct.pack("f", x))[0]

    @staticmethod
    def tensor(M, type_code="f"):
        return Tensor(type_code, (len(M), len(M[0])), [x for row in M for x in row])

    def test_right(self):
        report = witnessmark.check_product(self.a, self.b, self.tensor(self.C))
        self.assertEqual((report.answer, report.method, report.row), ("right", "probes", None))
        self.assertRegex(report.seed, "^[0-9a-f]{64}$")
        self.assertIsNone(report.not_nearest)

    def test_wrong(self):
        self.C[3][2] += 1
        report = witnessmark.check_product(self.a, self.b, self.tensor(self.C), calibrate=True)
        self.assertEqual((report.answer, report.row, report.column), ("wrong", 3, 2))
        self.assertEqual(report.found, self.f32(self.C[3][2]))
        self.assertAlmostEqual(report.recomputed, self.C[3][2] - 1)
        self.assertGreaterEqual(report.not_nearest, 1)

    def test_not_judged(self):
        self.A[1][2] = math.inf
        report = witnessmark.check_product(self.tensor(self.A), self.b, self.tensor(self.C))
        self.assertEqual(report.answer, "not judged")
        self.assertIn("row 1, column 2", report.reason)

    def test_views(self):
        turned = Tensor("f", (self.K, self.N), [x for column in zip(*self.B) for x in column],
                        (1, self.K))
        out = Tensor("f", (self.M, self.N), [x for column in zip(*self.C) for x in column],
                     (1, self.M))
        self.assertEqual(witnessmark.check_product(self.a, turned, out).answer, "right")

    def test_batch(self):
        flat = [x for row in self.C for x in row]
        a = Tensor("f", (2, self.M, self.K), 2 * [x for row in self.A for x in row])
        c = Tensor("f", (2, self.M, self.N), flat + [x + 1 for x in flat])
        report = witnessmark.check_product(a, self.b, c)
        self.assertEqual((report.answer, report.batch_index), ("wrong", 1))

    def test_added(self):
        bias = [0.5 * j for j in range(self.N)]
        out = [[2 * x + 0.25 * x + y for x, y in zip(row, bias)] for row in self.C]
        before = [[self.f32(x) for x in row] for row in self.C]
        report = witnessmark.check_product(
            self.a, self.b, self.tensor(out), alpha=2, beta=0.25, c0=self.tensor(before),
            bias=Tensor("f", (self.N,), bias))
        self.assertEqual(report.answer, "right")

    def test_integers(self):
        I, J = [[1, -2], [3, 4]], [[5, 6], [7, -8]]
        out = [[-9, 22], [43, -14]]
        report = witnessmark.check_product(self.tensor(I, "b"), self.tensor(J, "b"),
                                           self.tensor(out, "i"))
        self.assertEqual((report.answer, report.method), ("right", "integers"))
        self.assertLess(report.missed, 1e-4)

    def test_refusals(self):
        c = self.tensor(self.C)
        with self.assertRaises(TypeError):
            witnessmark.check_product(self.a, self.b, self.C)
        for status, bad in ((Status.ARG, (self.b, self.a, c)),
                            (Status.ARG, (self.a, self.b, self.tensor(self.C, "d"))),
                            (Status.UNSUPPORTED, (Tensor("f", (1, 1), [1], device=2), self.b, c)),
                            (Status.UNSUPPORTED, (Tensor("f", (5, 6), [1], (0, 0)), self.b, c))):
            with self.assertRaises(Error) as caught:
                witnessmark.check_product(*bad)
            self.assertEqual(caught.exception.status, status)
        with self.assertRaises(Error):
            witnessmark.check_product(self.a, self.b, c, variant="fp9")
        with self.assertRaises(Error):
            witnessmark.check_product(self.a, self.b, c, beta=1, c0=c)


class Module(Case):
    def test_error_pickles(self):
        error = pickle.loads(pickle.dumps(Error(Status.IO, "words", "place")))
        self.assertEqual((error.status, error.message, error.place, str(error)),
                         (Status.IO, "words", "place", "place: words"))

    def test_no_library(self):
        environment = dict(os.environ, WITNESSMARK_LIBRARY=f"{self.folder}/none.so")
        done = subprocess.run([sys.executable, "-c", "import witnessmark"], env=environment,
                              check=False, stderr=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("ImportError: cannot load libwitnessmark", done.stderr)
        self.assertIn("WITNESSMARK_LIBRARY", done.stderr)

    def test_names(self):
        for name in witnessmark.__all__:
            self.assertTrue(getattr(witnessmark, name).__doc__, name)
        self.assertRegex(witnessmark.__version__, r"^\d+\.\d+\.\d+")


unittest.main(verbosity=2)
