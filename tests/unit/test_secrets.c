/* Tests of study/foreign/secrets: words that look like a secret, and words that do not. */
#include "study/foreign/secrets.h"

#include "support/cmocka.h"

#include <stdio.h>
#include <string.h>

#define LETTERS "abcdefghijklmnopqrstuvwxyz0123456789"

enum { WORDS = 8 };

typedef struct {
    const char *word[WORDS]; /* of a command; ends with NULL */
    size_t index;            /* of the argument that is found */
    const char *pattern;     /* NULL: nothing is found */
} example;

static const example SECRETS[] = {
    {{"a", "--password=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--password", "x"}, 2, WM_SECRETS_NAMED},
    {{"a", "-password=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--db-password=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--spring.datasource.password=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "-DdbPassword=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--passphrase=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--token=abcd"}, 1, WM_SECRETS_NAMED},
    {{"a", "--token", "abcd"}, 2, WM_SECRETS_NAMED},
    {{"a", "--hf-token", "hf_abc"}, 2, WM_SECRETS_NAMED},
    {{"a", "--api-key=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--apiKey", "x"}, 2, WM_SECRETS_NAMED},
    {{"a", "--secret-access-key", "x"}, 2, WM_SECRETS_NAMED},
    {{"env", "SECRET=x", "a"}, 1, WM_SECRETS_NAMED},
    {{"env", "PGPASSWORD=x", "psql"}, 1, WM_SECRETS_NAMED},
    {{"docker", "run", "-e", "NPM_TOKEN=abcd"}, 3, WM_SECRETS_NAMED},
    {{"curl", "https://h/?page=1&access_token=abcd"}, 1, WM_SECRETS_NAMED},
    {{"sh", "-c", "PASSWORD='x y' ./a"}, 2, WM_SECRETS_NAMED},
    {{"sh", "-c", "login --password x host"}, 2, WM_SECRETS_NAMED},
    {{"mysql", "-px", "db"}, 1, WM_SECRETS_OPTION},
    {{"/usr/bin/mysqldump", "-u", "a", "-px"}, 3, WM_SECRETS_OPTION},
    {{"mariadb-dump", "-px"}, 1, WM_SECRETS_OPTION},
    {{"sshpass", "-p", "x", "ssh", "h"}, 2, WM_SECRETS_OPTION},
    {{"sshpass", "-px", "ssh", "h"}, 1, WM_SECRETS_OPTION},
    {{"curl", "-u", "me:x", "h"}, 2, WM_SECRETS_OPTION},
    {{"curl", "-ume:x", "h"}, 1, WM_SECRETS_OPTION},
    {{"sh", "-c", "exec mysql -px db"}, 2, WM_SECRETS_OPTION},
    {{"a", "AKIAABCDEFGHIJKLMNOP"}, 1, WM_SECRETS_AWS},
    {{"a", "key:ASIAABCDEFGHIJ234567,x"}, 1, WM_SECRETS_AWS},
    {{"a", "ghp_" LETTERS}, 1, WM_SECRETS_GITHUB},
    {{"git", "clone", "https://ghs_" LETTERS "@github.com/a/b"}, 2, WM_SECRETS_GITHUB},
    {{"a", "github_pat_11ABCDEFG0abcdefghijkl_x"}, 1, WM_SECRETS_GITHUB},
    {{"a", "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln"}, 1, WM_SECRETS_JWT},
    {{"curl", "-H", "Authorization: Bearer abc", "h"}, 2, WM_SECRETS_HEADER},
    {{"curl", "-H", "authorization: basic abc", "h"}, 2, WM_SECRETS_HEADER},
    {{"curl", "--header=Authorization: token abc"}, 1, WM_SECRETS_HEADER},
    {{"curl", "-H", "X-Api-Key: abc"}, 2, WM_SECRETS_HEADER},
    {{"sh", "-c", "curl -H 'Authorization: Bearer abc' h"}, 2, WM_SECRETS_HEADER},
    {{"a", "--pass=hush"}, 1, WM_SECRETS_NAMED},
    {{"a", "--pass", "hush"}, 2, WM_SECRETS_NAMED},
    {{"env", "DB_PASS=hush", "a"}, 1, WM_SECRETS_NAMED},
    {{"a", "--pwd=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--pwd", "x"}, 2, WM_SECRETS_NAMED},
    {{"a", "--jwt=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--jwt", "x"}, 2, WM_SECRETS_NAMED},
    {{"a", "--private-key=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--private-key", "x"}, 2, WM_SECRETS_NAMED},
    {{"a", "--credentials=x"}, 1, WM_SECRETS_NAMED},
    {{"a", "--credentials", "x"}, 2, WM_SECRETS_NAMED},
    {{"a", "-----BEGIN PRIVATE KEY-----\nMIIE"}, 1, WM_SECRETS_PEM},
    {{"a", "--x=-----BEGIN OPENSSH PRIVATE KEY-----"}, 1, WM_SECRETS_PEM},
    {{"a", "-----BEGIN ENCRYPTED PRIVATE KEY-----"}, 1, WM_SECRETS_PEM},
    {{"a", "--x=glpat-abcdefghij_-12345678"}, 1, WM_SECRETS_SERVICE},
    {{"a", "xoxb-1234567890-abc"}, 1, WM_SECRETS_SERVICE},
    {{"a", "xoxp-1234567890-abc"}, 1, WM_SECRETS_SERVICE},
    {{"a", "AIza" LETTERS}, 1, WM_SECRETS_SERVICE},
    {{"a", "sk-" LETTERS}, 1, WM_SECRETS_SERVICE},
    {{"a", "sk-proj-ab_" LETTERS}, 1, WM_SECRETS_SERVICE},
    {{"a", "hf_" LETTERS}, 1, WM_SECRETS_SERVICE},
    {{"a", "npm_" LETTERS}, 1, WM_SECRETS_SERVICE},
    {{"a", "dckr_pat_abcdefghij_klmnopqrs"}, 1, WM_SECRETS_SERVICE},
    {{"a", "sk_live_" LETTERS}, 1, WM_SECRETS_SERVICE},
    {{"sh", "-c", "a hf_" LETTERS}, 2, WM_SECRETS_SERVICE},
    {{"psql", "postgres://me:x@host/db"}, 1, WM_SECRETS_URL},
    {{"redis-cli", "-u", "redis://:x@host"}, 2, WM_SECRETS_URL},
    {{"a", "--url=https://me:x@host"}, 1, WM_SECRETS_URL},
};

static const example OTHERS[] = {
    {{"sort", "-n", "numbers.txt"}, 0, NULL},
    {{"sort", "--key=2", "-k2"}, 0, NULL},
    {{"a", "--max-tokens", "100"}, 0, NULL},
    {{"a", "--max-token=100"}, 0, NULL},
    {{"a", "--token", "5"}, 0, NULL},
    {{"a", "token=128"}, 0, NULL},
    {{"a", "--token-count=5"}, 0, NULL},
    {{"a", "--tokenizer", "x"}, 0, NULL},
    {{"a", "--eos-token", "</s>"}, 0, NULL},
    {{"a", "--password-file", "f"}, 0, NULL},
    {{"a", "--no-password", "host"}, 0, NULL},
    {{"a", "--ask-password", "host"}, 0, NULL},
    {{"a", "--password"}, 0, NULL},
    {{"a", "--password", "--verbose"}, 0, NULL},
    {{"a", "--password="}, 0, NULL},
    {{"sh", "-c", "a --password=$PASSWORD"}, 0, NULL},
    {{"a", "--primary-key", "id"}, 0, NULL},
    {{"a", "--key", "file"}, 0, NULL},
    {{"sh", "-c", "PASSWORD= a 'b'"}, 0, NULL},
    {{"a", "secrets.txt", "password"}, 0, NULL},
    {{"env", "PWD=/home", "KEY=1", "a"}, 0, NULL},
    {{"mysql", "-p", "db"}, 0, NULL},
    {{"mkdir", "-p", "a"}, 0, NULL},
    {{"ssh", "-p22", "h"}, 0, NULL},
    {{"curl", "-u", "me", "h"}, 0, NULL},
    {{"curl", "-H", "Accept: text/html", "h"}, 0, NULL},
    {{"curl", "http://host:80/a@b"}, 0, NULL},
    {{"curl", "http://me@host"}, 0, NULL},
    {{"sh", "-c", "curl https://me:$PASS@host"}, 0, NULL},
    {{"git", "clone", "git@github.com:a/b"}, 0, NULL},
    {{"a", "AKIA", "AKIAABC", "AKIAABCDEFGHIJKLMNOPQ", "xAKIAABCDEFGHIJKLMNOP"}, 0, NULL},
    {{"a", "ghp_short", "eyJ", "eyJhbGciOiJIUzI1NiJ9"}, 0, NULL},
    {{"a", "", "-", "--", "=", "://", "a=b=c"}, 0, NULL},
    {{"grep", "Authorization:", "log"}, 0, NULL},
    {{"ffmpeg", "-pass", "1", "--pass=true"}, 0, NULL},
    {{"a", "--render-pass", "main", "--passes=many"}, 0, NULL},
    {{"a", "--private-key", "~/.ssh/id", "--credentials=./c", "--pwd", "/a"}, 0, NULL},
    {{"a", "--private-key-file", "id", "--no-pass", "host"}, 0, NULL},
    {{"a", "BEGIN", "PRIVATE KEY", "-----BEGIN PUBLIC KEY-----"}, 0, NULL},
    {{"a", "-----BEGIN CERTIFICATE----- and later a PRIVATE KEY"}, 0, NULL},
    {{"a", "sk-resnet-50-imagenet-pretrained", "sk-learn", "hf_model", "xoxb-1"}, 0, NULL},
    {{"a", "task-abcdefghijklmnopqrstuvwxyz", "AIza", "glpat-short"}, 0, NULL},
};

static size_t found_count, found_index;
static const char *found_pattern;

static void note(void *context, size_t index, const char *pattern)
{
    (void)context;
    found_count++;
    found_index = index;
    found_pattern = pattern;
}

static void look(const example *of)
{
    size_t count = 0;
    while (count < WORDS && of->word[count] != NULL)
        count++;
    found_count = 0;
    wm_secrets_look(of->word, count, note, NULL);
    if (found_count == (of->pattern != NULL) &&
        (found_count == 0 || (found_index == of->index && strcmp(found_pattern, of->pattern) == 0)))
        return;
    fail_msg("%s %s: found %zu: %s at %zu", of->word[0], of->word[1], found_count,
             found_count > 0 ? found_pattern : "", found_index);
}

static void secrets_are_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof SECRETS / sizeof SECRETS[0]; i++)
        look(&SECRETS[i]);
}

static void other_words_are_not(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof OTHERS / sizeof OTHERS[0]; i++)
        look(&OTHERS[i]);
}

static void texts_are_looked_at_alone(void **state)
{
    (void)state;
    assert_string_equal(wm_secrets_in("cd x; login --token abcd"), WM_SECRETS_NAMED);
    assert_null(wm_secrets_in("sync; echo 3 >/proc/sys/vm/drop_caches"));
    assert_null(wm_secrets_in(""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(secrets_are_found),
        cmocka_unit_test(other_words_are_not),
        cmocka_unit_test(texts_are_looked_at_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
