/* Environments under construction: the producer, the device and the facts, in the order of names.
 */
#include "record/build/environment.h"

#include "base/code_point.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/status.h"
#include "record/build/given.h"

/* A fact; its texts are the environment's. */
typedef struct fact {
    char *name;
    char *text;    /* of a text; the reason of an absent fact; else NULL */
    double number; /* where text is NULL */
    bool is_absent;
    wm_hex commitment; /* to the value of an absent fact, if it is withheld */
} fact;

struct wm_environment {
    char *backend, *device;
    char *producer, *version, *source_revision; /* NULL until they are set */
    fact *facts;                                /* in ascending order of names */
    size_t count, capacity;
};

static const char *const REQUIRED[] = {
#define REQUIRED_FACT(id, word) word,
    WM_WORDS_REQUIRED_FACTS(REQUIRED_FACT)
#undef REQUIRED_FACT
};

/* ---- texts ----------------------------------------------------------------------------------- */

/* Replaces a text of the environment by a copy. */
static wm_status set_text(char **to, const char *text, wm_error *err)
{
    const size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    memcpy(copy, text, size);
    free(*to);
    *to = copy;
    return WM_OK;
}

/* ---- facts ----------------------------------------------------------------------------------- */

/* The place of the first fact whose name does not come before this one. */
static size_t place_of(const wm_environment *environment, const char *name)
{
    size_t low = 0, high = environment->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (strcmp(environment->facts[middle].name, name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Makes room for a fact at its place. */
static wm_status insert(wm_environment *environment, const char *name, size_t place, wm_error *err)
{
    fact made;
    fact *facts = wm_array_grow(environment->facts, &environment->capacity, environment->count + 1,
                                sizeof *facts);
    if (facts == NULL)
        return wm_error_set(err, WM_E_NOMEM, NULL, "%s", wm_status_text(WM_E_NOMEM));
    environment->facts = facts;
    memset(&made, 0, sizeof made);
    if (set_text(&made.name, name, err) != WM_OK)
        return WM_E_NOMEM;
    memmove(facts + place + 1, facts + place, (environment->count - place) * sizeof *facts);
    facts[place] = made;
    environment->count++;
    return WM_OK;
}

/* Sets a fact whose value was checked; text is NULL for a number. */
static wm_status set_fact(wm_environment *environment, const char *name, const char *text,
                          double number, bool is_absent, wm_error *err)
{
    const size_t place = place_of(environment, name);
    char *copy = NULL;
    wm_status status = text == NULL ? WM_OK : set_text(&copy, text, err);
    if (status == WM_OK &&
        (place == environment->count || strcmp(environment->facts[place].name, name) != 0))
        status = insert(environment, name, place, err);
    if (status != WM_OK) {
        free(copy);
        return status;
    }
    free(environment->facts[place].text);
    environment->facts[place].text = copy;
    environment->facts[place].number = number;
    environment->facts[place].is_absent = is_absent;
    environment->facts[place].commitment.is_there = false;
    return WM_OK;
}

/* ---- building -------------------------------------------------------------------------------- */

wm_environment *wm_environment_new_witness(void)
{
    wm_environment *environment = calloc(1, sizeof *environment);
    if (environment == NULL)
        return NULL;
    if (set_text(&environment->backend, "none", NULL) != WM_OK ||
        set_text(&environment->device, "", NULL) != WM_OK) {
        wm_environment_free(environment);
        return NULL;
    }
    return environment;
}

wm_environment *wm_environment_new(void)
{
    wm_environment *environment = wm_environment_new_witness();
    for (size_t i = 0; environment != NULL && i < sizeof REQUIRED / sizeof REQUIRED[0]; i++)
        if (set_fact(environment, REQUIRED[i], "not recorded", 0, true, NULL) != WM_OK) {
            wm_environment_free(environment);
            environment = NULL;
        }
    return environment;
}

void wm_environment_free(wm_environment *environment)
{
    if (environment == NULL)
        return;
    for (size_t i = 0; i < environment->count; i++) {
        free(environment->facts[i].name);
        free(environment->facts[i].text);
    }
    free(environment->facts);
    free(environment->backend);
    free(environment->device);
    free(environment->producer);
    free(environment->version);
    free(environment->source_revision);
    free(environment);
}

wm_status wm_environment_producer(wm_environment *environment, const char *name,
                                  const char *version, const char *source_revision, wm_error *err)
{
    wm_status status = WM_OK;
    if (environment == NULL)
        status = wm_error_set(err, WM_E_ARG, NULL, "environment is NULL");
    if (status == WM_OK)
        status = wm_given_text("producer.name", name, err);
    if (status == WM_OK)
        status = wm_given_text("producer.version", version, err);
    if (status == WM_OK)
        status = wm_given_text("producer.source_revision", source_revision, err);
    if (status == WM_OK)
        status = set_text(&environment->version, version, err);
    if (status == WM_OK)
        status = set_text(&environment->source_revision, source_revision, err);
    return status != WM_OK ? status : set_text(&environment->producer, name, err);
}

wm_status wm_environment_device(wm_environment *environment, const char *backend,
                                const char *device, wm_error *err)
{
    wm_status status = WM_OK;
    if (environment == NULL || backend == NULL)
        status = wm_error_set(err, WM_E_ARG, NULL, "%s is NULL",
                              environment == NULL ? "environment" : "backend");
    if (status == WM_OK)
        status = wm_given_text("device", device, err);
    if (status == WM_OK && !wm_kind_is_word(wm_member_text(backend), wm_kind_backends))
        status = wm_error_set(err, WM_E_ARG, "backend", "`%.*s` is none of none, cpu, cuda",
                              WM_FIT(backend, 40));
    if (status == WM_OK)
        status = set_text(&environment->backend, backend, err);
    return status != WM_OK ? status : set_text(&environment->device, device, err);
}

/* Checks what all functions that set a fact are given. */
static wm_status check_fact(const wm_environment *environment, const char *name, wm_error *err)
{
    if (environment == NULL)
        return wm_error_set(err, WM_E_ARG, NULL, "environment is NULL");
    return wm_given_name("name of a fact", name, err);
}

wm_status wm_environment_text(wm_environment *environment, const char *name, const char *text,
                              wm_error *err)
{
    wm_status status = check_fact(environment, name, err);
    if (status == WM_OK)
        status = wm_given_text(name, text, err);
    return status != WM_OK ? status : set_fact(environment, name, text, 0, false, err);
}

wm_status wm_environment_number(wm_environment *environment, const char *name, double number,
                                wm_error *err)
{
    const wm_status status = check_fact(environment, name, err);
    if (status == WM_OK && !isfinite(number))
        return wm_error_set(err, WM_E_ARG, name, "the fact `%s` is not finite", name);
    return status != WM_OK ? status : set_fact(environment, name, NULL, number, false, err);
}

wm_status wm_environment_absent(wm_environment *environment, const char *name, const char *reason,
                                wm_error *err)
{
    wm_status status = check_fact(environment, name, err);
    if (status == WM_OK)
        status = wm_given_text(name, reason, err);
    if (status == WM_OK && reason[0] == '\0')
        status = wm_error_set(err, WM_E_ARG, name, "the reason of the fact `%s` is empty", name);
    return status != WM_OK ? status : set_fact(environment, name, reason, 0, true, err);
}

wm_status wm_environment_withheld(wm_environment *environment, const char *name, const char *reason,
                                  const char *commitment, wm_error *err)
{
    const wm_status status = wm_environment_absent(environment, name, reason, err);
    wm_hex *hex;
    if (status != WM_OK)
        return status;
    hex = &environment->facts[place_of(environment, name)].commitment;
    hex->is_there = wm_sha256_from_hex(commitment, strlen(commitment), hex->bytes);
    return WM_OK;
}

/* ---- writing --------------------------------------------------------------------------------- */

static wm_fact_node node_of(const fact *of)
{
    wm_fact_node node;
    memset(&node, 0, sizeof node);
    node.is_there = true;
    node.name = wm_member_text(of->name);
    node.commitment = of->commitment;
    if (of->is_absent)
        node.reason = wm_member_text(of->text);
    if (of->is_absent)
        node.value.kind = WM_VALUE_NULL;
    else
        node.value = of->text != NULL ? wm_member_word(of->text) : wm_member_number(of->number);
    return node;
}

/* The facts as nodes, which the caller frees; NULL when out of memory. */
static wm_fact_node *nodes_of(const wm_environment *environment, wm_list *list)
{
    wm_fact_node *nodes = calloc(environment->count + 1, sizeof *nodes);
    for (size_t i = 0; nodes != NULL && i < environment->count; i++)
        nodes[i] = node_of(&environment->facts[i]);
    *list = wm_member_list(nodes, environment->count);
    return nodes;
}

wm_status wm_environment_write(const wm_environment *environment, const wm_environment *witness,
                               wm_buffer *line, wm_error *err)
{
    wm_fact_node *facts, *of_witness = NULL;
    wm_environment_node node;
    wm_status status;
    if (environment->producer == NULL)
        return wm_error_set(err, WM_E_ARG, "producer", "the environment has no producer");
    memset(&node, 0, sizeof node);
    facts = nodes_of(environment, &node.facts);
    node.backend = wm_member_text(environment->backend);
    node.device = wm_member_text(environment->device);
    node.producer.is_there = true;
    node.producer.name = wm_member_text(environment->producer);
    node.producer.version = wm_member_text(environment->version);
    node.producer.source_revision = wm_member_text(environment->source_revision);
    if (witness != NULL) {
        of_witness = nodes_of(witness, &node.witness.facts);
        node.witness.is_there = true;
        node.witness.backend = wm_member_text(witness->backend);
        node.witness.device = wm_member_text(witness->device);
    }
    status = facts == NULL || (witness != NULL && of_witness == NULL)
                 ? WM_E_NOMEM
                 : wm_kind_write(&wm_kind_environment_form, &node, line);
    free(facts);
    free(of_witness);
    return status == WM_OK ? WM_OK : wm_error_set(err, status, NULL, "%s", wm_status_text(status));
}
