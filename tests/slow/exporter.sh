#!/bin/bash
# The metrics of a screen and the alert rules, with Prometheus's own tools: promtool accepts both,
# the rules fire as their tests say, and node_exporter serves the file.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 2

mkdir metrics
expect 0 "$WITNESSMARK" screen --backend cpu --budget 20s --state state -o screened -q \
    --prom metrics/witnessmark.prom
if ! command -v promtool >/dev/null; then
    skip "promtool is not installed (tools/deps slow)"
else
    expect 0 sh -c 'promtool check metrics <metrics/witnessmark.prom'
    expect_equal "what promtool says of the metrics" "$(cat out err)" ""
    cp "$ROOT"/contrib/prometheus/*.yml .
    expect 0 promtool check rules witnessmark.rules.yml
    expect 0 promtool test rules witnessmark.test.yml
    # The test of the rules can fail.
    sed -i 's/severity: critical, device/severity: mild, device/' witnessmark.test.yml
    expect 1 promtool test rules witnessmark.test.yml
fi

if ! command -v prometheus-node-exporter >/dev/null || ! command -v curl >/dev/null; then
    skip "prometheus-node-exporter or curl is not installed (tools/deps slow)"
    finish
fi
# A port that nobody uses is the kernel's choice; the exporter logs it.
prometheus-node-exporter --collector.disable-defaults --collector.textfile \
    --collector.textfile.directory="$PWD/metrics" --web.listen-address=127.0.0.1:0 \
    2>exporter.log &
exporter=$!
wait_until grep -q 'address=127.0.0.1:' exporter.log
address=$(grep -oE 'address=127\.0\.0\.1:[0-9]+' exporter.log | tail -n 1 | cut -d= -f2)
wait_until curl -sf "http://$address/metrics" -o served
kill "$exporter"
wait "$exporter" 2>/dev/null
expect_words served '^witnessmark_screen_state\{device="cpu",state="ok",uuid=""\} 1$'
expect_words served '^node_textfile_scrape_error 0$'
expect_equal "series" "$(grep -c '^witnessmark_screen_' served)" \
    "$(grep -c '^witnessmark_screen_' metrics/witnessmark.prom)"
finish
