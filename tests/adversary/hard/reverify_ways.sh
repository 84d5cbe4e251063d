# shellcheck shell=bash
# A record whose outputs come out here, but whose method, number of threads or library is not what
# made them here: the difference is named, and the answer is never a yes. The program 9be32b7
# answered "PASS  2 reproduced, 0 differ" and exit 0 to each of these.
mkdir "$WORK/ways"
cat >"$WORK/ways/plan.json" <<'END'
{"name": "ways", "repeats": 2, "repeat_seconds": 0.001, "items": [
 {"workload": "gemm", "variant": "int8", "shape": {"n": 64}},
 {"workload": "hbm_triad", "variant": "f32", "shape": {"n": 5000}}]}
END
expect 0 "$WITNESSMARK" run --plan "$WORK/ways/plan.json" -o "$WORK/ways/record"
expect 0 "$WITNESSMARK" reverify --product "$WORK/ways/record"
# forged NAME CODE: the record after the Python statements, which see `record`; intact as before.
forged() {
    python3 -c '
import sys
sys.path.insert(0, sys.argv[1])
import toolkit
record = toolkit.Record(sys.argv[2])
exec(sys.argv[4])
record.recompute()
record.write(sys.argv[3])' "$ROOT/tests/adversary" "$WORK/ways/record" "$WORK/ways/$1" "$2" ||
        fail "cannot forge $1"
    expect 0 "$WITNESSMARK" audit "$WORK/ways/$1"
    expect 3 "$WITNESSMARK" reverify --product "$WORK/ways/$1"
    expect_words "$WORK/out" '^INCONCLUSIVE  2 reproduced, 0 differ$'
}
fact() {
    printf 'for f in record.environment()["facts"]:\n if f["name"] == "%s": f["value"] = %s' "$@"
}
forged method 'for node in record.repeats(0): node["method"] = "by a quantum computer"'
expect_words "$WORK/out" '^not the recorded method for 1 output, so this never ends in 0: ' \
    'gemm\.int8\.n64: recorded "by a quantum computer", here "'
expect_equal "next commands" "$(grep -c '^next: .*gemm' "$WORK/out")" 0
forged methods 'record.repeats(0)[1]["method"] = "by a quantum computer"'
expect_words "$WORK/out" 'gemm\.int8\.n64: recorded "several methods", here "'
forged threads "$(fact threads 97)"
expect_words "$WORK/out" '^not the recorded way, .*: threads: recorded 97, here '
expect_words "$WORK/out" '^next: witnessmark reverify --product --threads 97 '
forged core "$(fact blas.core '"Abacus"')"
expect_words "$WORK/out" '^not the recorded way, .*: blas\.core: recorded Abacus, here '
forged library "$(fact blas.config '"OpenBLAS 9.9.9"')"
expect_words "$WORK/out" '^not the recorded way, .*: blas\.config: recorded OpenBLAS 9\.9\.9'
forged kernels "$(fact cpu.kernels '"abacus"')"
expect_words "$WORK/out" '^not the recorded way, .*: cpu\.kernels: recorded abacus, here '
expect 3 "$WITNESSMARK" reverify --product --json "$WORK/ways/kernels"
expect_words "$WORK/out" '"differing":\["cpu\.kernels: recorded abacus, here '
# What a record does not say is not known to be equal.
forged unsaid 'record.environment()["facts"] = [
    f for f in record.environment()["facts"] if f["name"] != "blas.core"]'
expect_words "$WORK/out" '^not the recorded way, .*: blas\.core: recorded none, here '
