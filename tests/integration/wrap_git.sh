#!/bin/bash
# wrap: the git revisions of the working folder and of the commands' files.
. "$(dirname "$0")/../support/shell.sh"
cd "$WORK" || exit 1
if ! command -v git >/dev/null; then
    skip "git is not there"
    finish
fi
export HOME=$WORK GIT_CONFIG_NOSYSTEM=1
unset GIT_DIR GIT_WORK_TREE GIT_INDEX_FILE

# fact RECORD NAME: a fact of the environment.
fact() {
    python3 -c '
import json, sys
facts = json.loads(open(sys.argv[1], encoding="utf-8").readline())["facts"]
found = [fact for fact in facts if fact["name"] == sys.argv[2]]
print("none" if not found else found[0]["value"] if found[0]["value"] is not None
      else "absent: " + found[0]["reason"])' "$1/evidence.jsonl" "$2"
}

# wrap NAME ARGUMENTS...: one run.
wrap() {
    expect 0 "$WITNESSMARK" wrap -o "$WORK/$1" --repeats 1 --warmup 0 "${@:2}"
}

git init -q tree
printf '#!/bin/sh\nexit 0\n' >tree/bench
chmod +x tree/bench
git -C tree add bench
git -C tree -c user.name=a -c user.email=a@b commit -q -m first
revision=$(git -C tree rev-parse HEAD)

# The command's file is in a tree, the working folder is in none.
wrap outside -- ./tree/bench --vs true
expect_words "$WORK/out" "^ *its file's folder: git revision ${revision:0:12}, clean\$"
expect_equal "working folders shown" "$(grep -c '^working folder' "$WORK/out")" 0
expect_equal "its revision" "$(fact "$WORK/outside" wrap.executable.revision)" "$revision"
expect_equal "its tree" "$(fact "$WORK/outside" wrap.executable.clean)" yes
expect_equal "B's" "$(fact "$WORK/outside" wrap.b.executable.revision)" \
    'absent: in no git work tree with a commit'
expect_equal "the folder's" "$(fact "$WORK/outside" wrap.folder.revision)" \
    'absent: in no git work tree with a commit'
expect_equal "the folder's tree" "$(fact "$WORK/outside" wrap.folder.clean)" 'absent: no revision'
expect_valid "$WORK/outside"
expect 0 "$WITNESSMARK" show outside
expect_words "$WORK/out" "^ *its file's folder: git revision ${revision:0:12}, clean\$"

# A change of a tracked file is one, an untracked file is none, and the index is not written.
cd tree || exit 1
touch new bench
index=$(sha256sum .git/index)
wrap inside -- true
expect_words "$WORK/out" "^working folder: git revision ${revision:0:12}, clean\$"
expect_equal "the index" "$(sha256sum .git/index)" "$index"
echo '# more' >>bench
wrap changed -- ./bench
expect_words "$WORK/out" "^working folder: git revision ${revision:0:12}, with changes\$"
expect_words "$WORK/out" "^ *its file's folder: git revision ${revision:0:12}, with changes\$"
expect_equal "a changed tree" "$(fact "$WORK/changed" wrap.folder.clean)" no

# A repository cannot have a program of its own started.
printf '#!/bin/sh\ntouch %q/started\n' "$WORK" >"$WORK/monitor"
chmod +x "$WORK/monitor"
git config core.fsmonitor "$WORK/monitor"
wrap monitored -- true
expect_equal "a monitor" "$(ls "$WORK/started" 2>/dev/null)" ''
expect_equal "a monitored revision" "$(fact "$WORK/monitored" wrap.folder.revision)" "$revision"

# Nothing known is said to be so.
GIT_DIR=$WORK/tree/.git wrap elsewhere -- true
expect_equal "with GIT_DIR" "$(fact "$WORK/elsewhere" wrap.folder.revision)" \
    'absent: a variable names the repository for git'
true=$(type -P true)
PATH=$WORK wrap gitless -- "$true"
expect_equal "without git" "$(fact "$WORK/gitless" wrap.folder.revision)" 'absent: no git in PATH'
printf '#!/bin/sh\necho words; echo more\n' >"$WORK/git"
chmod +x "$WORK/git"
PATH=$WORK wrap odd -- "$true"
expect_equal "of another git" "$(fact "$WORK/odd" wrap.folder.revision)" \
    'absent: in no git work tree with a commit'
expect_valid "$WORK/odd"
git init -q "$WORK/empty"
cd "$WORK/empty" || exit 1
wrap empty-tree -- true
expect_equal "without a commit" "$(fact "$WORK/empty-tree" wrap.folder.revision)" \
    'absent: in no git work tree with a commit'
finish
