# Completes witnessmark's command lines in fish. Made by tools/render-options from src/cli/command.c.

function __witnessmark_names
    # The names of a list of `witnessmark list --json`: plans or faults.
    witnessmark list --json 2>/dev/null |
        string replace -rf '.*"'$argv[1]'":\[([^]]*)\].*' '$1' |
        string match -ra '(?<="name":")[a-z]+'
end

complete -c witnessmark -f
complete -c witnessmark -n __fish_use_subcommand -l help -d 'print help'
complete -c witnessmark -n __fish_use_subcommand -l version -d 'print the version'
complete -c witnessmark -n __fish_use_subcommand -a run \
    -d 'measure this machine, verify its outputs, seal a record'
complete -c witnessmark -n __fish_use_subcommand -a attack \
    -d 'try the checks with faults and attacks, seal what they saw'
complete -c witnessmark -n __fish_use_subcommand -a wrap \
    -d 'run any command several times, seal what was measured'
complete -c witnessmark -n __fish_use_subcommand -a import \
    -d 'seal the numbers of another tool\'s file'
complete -c witnessmark -n __fish_use_subcommand -a audit \
    -d 'audit records from their bytes alone'
complete -c witnessmark -n __fish_use_subcommand -a show \
    -d 'show a record\'s claims as tables'
complete -c witnessmark -n __fish_use_subcommand -a reverify \
    -d 'recompute the outputs of a record'
complete -c witnessmark -n __fish_use_subcommand -a compare \
    -d 'compare the rates and outputs of records'
complete -c witnessmark -n __fish_use_subcommand -a screen \
    -d 'say whether this node is fit for work, within a time'
complete -c witnessmark -n __fish_use_subcommand -a fleet \
    -d 'read the records of many nodes, and name the odd ones'
complete -c witnessmark -n __fish_use_subcommand -a differential \
    -d 'seal a comparison of records, without a device'
complete -c witnessmark -n __fish_use_subcommand -a lineage \
    -d 'draw which records continue which'
complete -c witnessmark -n __fish_use_subcommand -a prove \
    -d 'print the proof that a claim is in a record'
complete -c witnessmark -n __fish_use_subcommand -a check \
    -d 'check a proof without the record'
complete -c witnessmark -n __fish_use_subcommand -a verify \
    -d 'check a matrix product that is in files'
complete -c witnessmark -n __fish_use_subcommand -a pack \
    -d 'pack a record into one file'
complete -c witnessmark -n __fish_use_subcommand -a publish \
    -d 'write macros, tables and figures for a paper from a record'
complete -c witnessmark -n __fish_use_subcommand -a bind \
    -d 'compare the numbers of a paper with records'
complete -c witnessmark -n __fish_use_subcommand -a canon \
    -d 'write the canonical image of JSON'
complete -c witnessmark -n __fish_use_subcommand -a list \
    -d 'list devices, workloads, plans and faults'
complete -c witnessmark -n __fish_use_subcommand -a selftest \
    -d 'test every operation of a device against the reference loops'

complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l plan -r -F -a '(__witnessmark_names plans)' \
    -d 'a built-in plan'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l item -x \
    -d 'only this item of the plan, or of RECORD'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l repeats -x \
    -d 'measure each item N times; else as the plan says, or 8 times'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l seconds -x \
    -d 'each repeat lasts at least S seconds'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l budget -x \
    -d 'end within this time, as 30s, 2m or 1h; the unit is needed'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l item-seconds -x \
    -d 'no repeat of an item starts after this time'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l light \
    -d 'a light record, for fleets'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l dry-run \
    -d 'print the items with time, memory and what the device refuses'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l nonce -x \
    -d '0 to 64 lower-case hex digits that all inputs and challenges depend on'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l continue -r -F \
    -d 'run the items of another record with its nonce, in place of a plan, and compare'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l inject -x -a '(__witnessmark_names faults)' \
    -d 'inject a fault into the outputs that are witnessed, or into the output of the item LABEL'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l on-fault -x -a 'repair continue stop' \
    -d 'on a rejected output: repair (the default), continue or stop'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l backend -x -a 'cpu cuda' \
    -d 'the kind of device: cpu (the default), or cuda'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l device -x \
    -d 'which device of its kind'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l in-turn \
    -d 'several devices run one after the other; else all at once'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l card-of -x \
    -d 'PASS,COUNT,at-once or PASS,COUNT,in-turn'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l witness -x -a 'device cpu' \
    -d 'who checks the outputs'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l threads -x \
    -d 'host threads of a CPU device; else one for each processor'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l wait-quiet -x \
    -d 'wait at most so long until nothing else uses the machine'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l steps -x \
    -d 'set N power limits of a GPU across the repeats of each item'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l try-permissions \
    -d 'record whether this user may set the GPU\'s clocks and power limit'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l no-tuning \
    -d 'take the first method of the GPU\'s libraries that runs, in place of the fastest of several that are timed'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l against -r -F \
    -d 'compare this build with another one'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l fail-slower -x \
    -d 'with --against'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -s o -l output -r -F \
    -d 'the record\'s folder'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l fact -x \
    -d 'a fact of your own, as node=n17, rack=r3 or lot=2026-11'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l redact -x -a 'serial uuid serial,uuid' \
    -d 'serial, uuid, names of --fact, with commas'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l resume \
    -d 'resume an interrupted run with the plan and the options of its record'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -s v -l verbose \
    -d 'all tables: checks, floors, transcripts, faults'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -s q -l quiet \
    -d 'the verdict alone, and no progress'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l json \
    -d 'one JSON object in place of the table'
complete -c witnessmark -n '__fish_seen_subcommand_from run' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from run' -l help -d 'print help'

complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l plan -x -a 'quick attacks curves sizes largest alarms' \
    -d 'quick (the default'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l item -x \
    -d 'only this item of the plan'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l again -r -F \
    -d 'make the trials of this record again, with its nonce, and say where they differ'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l repeats -x \
    -d 'N trials of each item; else as the plan says, or 8'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l nonce -x \
    -d '0 to 64 lower-case hex digits that all inputs, faults and challenges depend on'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l budget -x \
    -d 'end within this time, as 30s, 2m or 1h'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l dry-run \
    -d 'print the items with time and memory'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l backend -x -a 'cpu cuda' \
    -d 'the kind of device: cpu (the default), or cuda'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l device -x \
    -d 'which device of its kind'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l threads -x \
    -d 'host threads of a CPU device; else one for each processor'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -s o -l output -r -F \
    -d 'the record\'s folder'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l resume \
    -d 'resume an interrupted run'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -s v -l verbose \
    -d 'all tables'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -s q -l quiet \
    -d 'the verdict alone, and no progress'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l json \
    -d 'one JSON object in place of the table'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from attack' -l help -d 'print help'

complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -s o -l output -r -F \
    -d 'the record\'s folder; else witnessmark-wrap-DATE-TIME here'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l repeats -x \
    -d 'how often CMD is measured, 1 to 10000; else 10'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l warmup -x \
    -d 'runs before that, 0 to 1000; else 1'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l min-time -x \
    -d 'more repeats, until those of each command lasted S seconds together'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l scan -x \
    -d 'compare the command with itself'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l fail-slower -x \
    -d 'end in 1 if a command is slower than the first by more than PERCENT, as 5%'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l stdin -r -F \
    -d 'the standard input of each run; else it is empty'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l input -r -F \
    -d 'a file that the commands read'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l setup -x \
    -d 'given to /bin/sh once, before all runs'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l prepare -x \
    -d 'given to /bin/sh before each run, outside of the time'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l cleanup -x \
    -d 'given to /bin/sh once, after all runs'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l timeout -x \
    -d 'a run that takes longer is ended and counts as failed'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l metric -x \
    -d 'a POSIX extended regular expression with a group'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l unit -x \
    -d 'the unit of that number, 1 to 16 of A-Z a-z 0-9 / %'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l variable -x \
    -d 'record this variable of the environment; can be repeated'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l fact -x \
    -d 'a fact of your own, as node=n17, rack=r3 or lot=2026-11'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l redact -x -a 'argument path setup prepare cleanup' \
    -d 'argument, argument:N, path, setup, prepare, cleanup, or names of --fact, with commas'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l ignore-failure \
    -d 'an exit status other than 0 is a result, not a failure'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l json \
    -d 'one JSON object in place of the table'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from wrap' -a '(__fish_complete_subcommand --)'

complete -c witnessmark -n '__fish_seen_subcommand_from import' \
    -s o -l output -r -F \
    -d 'the record\'s folder; else witnessmark-import-DATE-TIME here'
complete -c witnessmark -n '__fish_seen_subcommand_from import' \
    -l json \
    -d 'one JSON object in place of the text'
complete -c witnessmark -n '__fish_seen_subcommand_from import' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from import' -F
complete -c witnessmark -n '__fish_seen_subcommand_from import' -a 'hyperfine google-benchmark nvbench csv'

complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l root -x \
    -d 'the root that you hold from elsewhere, or its first 8 digits or more'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l allowed-signers -r -F \
    -d 'also check the signature of the root by ssh-keygen, against this file of allowed signers'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l signature -r -F \
    -d 'the signature; else RECORD.root.sig, beside the record'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -s v -l verbose \
    -d 'every finding, also those of planned faults that were caught'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -s q -l quiet \
    -d 'the verdict\'s line, and the items with a failed check'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l jobs -x \
    -d 'of several records, audit N at once'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l summary \
    -d 'print the counts, then only the records that are not valid or have findings'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l strict \
    -d 'a finding, other than a planned fault that was caught, makes the exit status 1'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' \
    -l json \
    -d 'print one object'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from audit' -F

complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -s v -l verbose \
    -d 'all tables: checks, floors, transcripts, faults'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -s q -l quiet \
    -d 'the verdict alone'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l html \
    -d 'all tables as one HTML file that needs no other'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l markdown \
    -d 'all tables as Markdown; with a claim, one line to paste'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l latex \
    -d 'the same as LaTeX that needs no package'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l bibtex \
    -d 'the record as an entry of a bibliography'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l csv \
    -d 'values with all digits'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l figure -x -a 'graph clock archive repeats floors access devices stress lineage detection sizes probes attacks' \
    -d 'a figure as SVG; --latex: as a TikZ picture'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l data \
    -d 'the numbers of the figure as CSV, each with its place in the evidence'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l claims \
    -d 'every claim with its line and id, in place of the tables'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l facts -r -F \
    -d 'the facts that the record withholds, with the values of those that a line of FILE shows'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l transcripts \
    -d 'as -v, with the transcripts that are only an accept'
complete -c witnessmark -n '__fish_seen_subcommand_from show' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from show' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from show' -F

complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l product \
    -d 'also recompute every output, injected faults and repairs too, with the recorded method if the device offers it'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l reproducible \
    -d 'leave out atomic sums, which no second run reproduces bit for bit'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l exact \
    -d 'with --product'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l only -x \
    -d 'judge only the items whose label begins with PREFIX'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l max-size -x \
    -d 'skip products with a dimension above N'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l backend -x -a 'cpu cuda' \
    -d 'recompute on this kind of device, which must exist'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l device -x \
    -d 'which device of its kind'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l threads -x \
    -d 'host threads of a CPU device; else one for each processor'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l resume \
    -d 'go on after an interruption'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l root -x \
    -d 'the root that you hold from elsewhere, or its first 8 digits or more'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -s o -l output -r -F \
    -d 'also seal a record of the re-verification'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -s v -l verbose \
    -d 'a row for each output, every reason and every finding'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -s q -l quiet \
    -d 'the verdict\'s line alone'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from reverify' -F

complete -c witnessmark -n '__fish_seen_subcommand_from compare' \
    -l fail-slower -x \
    -d 'of two sides'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' \
    -s q -l quiet \
    -d 'the verdict alone'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' \
    -l markdown \
    -d 'tables as Markdown'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' \
    -l csv \
    -d 'a row for each item and record, with all digits'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from compare' -F

complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l budget -x \
    -d 'the answer comes within this time, as 20s, 2m or 1h'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l device -x \
    -d 'the devices, by number or by the beginning of a UUID, as 0,1'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l backend -x -a 'cpu cuda' \
    -d 'devices of this kind'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l threads -x \
    -d 'host threads of a CPU device; else one for each processor'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l nonce -x \
    -d '0 to 64 lower-case hex digits that all inputs depend on'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l baseline -r -F \
    -d 'rates of healthy devices, of `fleet --make-baseline`'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l state -r -F \
    -d 'what was screened when, and records without -o'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l format -x -a 'text json ocp' \
    -d 'text'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l prom -r -F \
    -d 'replace FILE with metrics for node_exporter\'s textfile collector'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l reason-fd -x \
    -d 'also write the first line to this open descriptor'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l exit -x -a 'own nagios' \
    -d 'exit statuses'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -s o -l output -r -F \
    -d 'the record, or the folder of records of several devices, which must be new'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -s v -l verbose \
    -d 'print on stderr what the measuring processes print'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -s q -l quiet \
    -d 'the first line alone'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' \
    -l json \
    -d 'the same as --format json'
complete -c witnessmark -n '__fish_seen_subcommand_from screen' -l help -d 'print help'

complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -l expected -r -F \
    -d 'the nodes that were asked'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -l baseline -r -F \
    -d 'judge rates by this baseline'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -s o -l output -r -F \
    -d 'write this new folder'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -l make-baseline -r -F \
    -d 'write a baseline of this sweep, which must be healthy'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -l since -r -F \
    -d 'say what changed since an earlier REPORT'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -s j -l jobs -x \
    -d 'read N records at once; else one for each processor'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -s q -l quiet \
    -d 'the verdict\'s line alone'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from fleet' -F

complete -c witnessmark -n '__fish_seen_subcommand_from differential' \
    -s o -l output -r -F \
    -d 'the new record\'s folder; never overwritten'
complete -c witnessmark -n '__fish_seen_subcommand_from differential' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from differential' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from differential' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from differential' -F

complete -c witnessmark -n '__fish_seen_subcommand_from lineage' \
    -s v -l verbose \
    -d 'also the rates of all items over time'
complete -c witnessmark -n '__fish_seen_subcommand_from lineage' \
    -l figure \
    -d 'links and rates over time as a figure, as SVG'
complete -c witnessmark -n '__fish_seen_subcommand_from lineage' \
    -l latex \
    -d 'the figure as a TikZ picture'
complete -c witnessmark -n '__fish_seen_subcommand_from lineage' \
    -l data \
    -d 'the numbers of the figure as CSV, each with its place in the evidence'
complete -c witnessmark -n '__fish_seen_subcommand_from lineage' \
    -l json \
    -d 'one JSON object; with --data its numbers'
complete -c witnessmark -n '__fish_seen_subcommand_from lineage' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from lineage' -F

complete -c witnessmark -n '__fish_seen_subcommand_from prove' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from prove' -F

complete -c witnessmark -n '__fish_seen_subcommand_from check' \
    -l root -x \
    -d 'the root that you hold from elsewhere, or its first 8 digits or more'
complete -c witnessmark -n '__fish_seen_subcommand_from check' \
    -l json \
    -d 'print one object'
complete -c witnessmark -n '__fish_seen_subcommand_from check' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from check' -F

complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l a -r -F \
    -d 'A, m x k: raw numbers row by row, or a .npy file'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l b -r -F \
    -d 'B, k x n'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l c -r -F \
    -d 'the product C, m x n'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l format -x -a 'fp16 bf16 tf32 fp8 fp8_fast f32 f64 int8' \
    -d 'the variant of gemm, which fixes the types of the numbers'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l shape -x \
    -d 'the sizes; .npy files have them'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l transpose-a \
    -d 'the file of A holds its transpose, k x m'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l transpose-b \
    -d 'the file of B holds its transpose, n x k'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l alpha -x \
    -d 'C is X A B; else 1'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l beta -x \
    -d 'C has X C0 added; else 0'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l c0 -r -F \
    -d 'C0, m x n, what C held before the product'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l bias -r -F \
    -d 'n numbers of C\'s type that are added to each row'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l batch -x \
    -d 'the files hold N matrices, one after another'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l threads -x \
    -d 'threads; else one for each processor'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l calibrate \
    -d 'also compute every element, which takes as long as a product'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from verify' -l help -d 'print help'

complete -c witnessmark -n '__fish_seen_subcommand_from pack' \
    -s o -l output -r -F \
    -d 'the archive, by xz if it ends with .tar.xz'
complete -c witnessmark -n '__fish_seen_subcommand_from pack' \
    -l json \
    -d 'print one object'
complete -c witnessmark -n '__fish_seen_subcommand_from pack' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from pack' -F

complete -c witnessmark -n '__fish_seen_subcommand_from publish' \
    -s o -l output -r -F \
    -d 'the new folder'
complete -c witnessmark -n '__fish_seen_subcommand_from publish' \
    -l document -r -F \
    -d 'make a sealed document'
complete -c witnessmark -n '__fish_seen_subcommand_from publish' \
    -l sources -r -F \
    -d 'what the document is made from, by relative paths'
complete -c witnessmark -n '__fish_seen_subcommand_from publish' \
    -l license -x \
    -d 'the license for the metadata, a URL or words'
complete -c witnessmark -n '__fish_seen_subcommand_from publish' \
    -l json \
    -d 'print one object'
complete -c witnessmark -n '__fish_seen_subcommand_from publish' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from publish' -F

complete -c witnessmark -n '__fish_seen_subcommand_from bind' \
    -l except -r -F \
    -d 'numbers that are bound to nothing, a line `FILE'
complete -c witnessmark -n '__fish_seen_subcommand_from bind' \
    -l json \
    -d 'one JSON object in place of the lines'
complete -c witnessmark -n '__fish_seen_subcommand_from bind' \
    -l color -x -a 'auto always never' \
    -d 'auto (the default), always or never'
complete -c witnessmark -n '__fish_seen_subcommand_from bind' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from bind' -F

complete -c witnessmark -n '__fish_seen_subcommand_from canon' -l help -d 'print help'
complete -c witnessmark -n '__fish_seen_subcommand_from canon' -F

complete -c witnessmark -n '__fish_seen_subcommand_from list' \
    -l plan -x -a '(__witnessmark_names plans)' \
    -d 'print this built-in plan'
complete -c witnessmark -n '__fish_seen_subcommand_from list' \
    -l backend -x -a 'cpu cuda' \
    -d 'for this kind of device: cpu (the default), or cuda'
complete -c witnessmark -n '__fish_seen_subcommand_from list' \
    -l device -x \
    -d 'for the memory of this device'
complete -c witnessmark -n '__fish_seen_subcommand_from list' \
    -l json \
    -d 'one JSON object; a plan is JSON in any case'
complete -c witnessmark -n '__fish_seen_subcommand_from list' -l help -d 'print help'

complete -c witnessmark -n '__fish_seen_subcommand_from selftest' \
    -l backend -x -a 'cpu cuda' \
    -d 'the kind of device (cpu)'
complete -c witnessmark -n '__fish_seen_subcommand_from selftest' \
    -l device -x \
    -d 'which device of its kind'
complete -c witnessmark -n '__fish_seen_subcommand_from selftest' \
    -l operation -x \
    -d 'only that operation, for instance gemm'
complete -c witnessmark -n '__fish_seen_subcommand_from selftest' \
    -s v -l verbose \
    -d 'a row for each operation, and every case on standard error'
complete -c witnessmark -n '__fish_seen_subcommand_from selftest' \
    -s q -l quiet \
    -d 'the verdict\'s line alone'
complete -c witnessmark -n '__fish_seen_subcommand_from selftest' \
    -l json \
    -d 'one JSON object'
complete -c witnessmark -n '__fish_seen_subcommand_from selftest' -l help -d 'print help'
