/* A complete bot in C: its workers gather, its base trains more of them, and everybody is sent at the enemy when there are enough.
 *
 *     cc -O2 -o bot examples/bots/c/bot.c
 *     sandtable match --map meadow --p1 examples/bots/c/bot.toml --p2 first/rush
 *
 * docs/PROTOCOL.md describes every message. Standard library only. The first half reads JSON, the second half plays.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- JSON: a tree of values in one block of memory that is used anew for each line. ---- */

enum type { NOTHING, BOOLEAN, NUMBER, TEXT, LIST, OBJECT };

struct value {
    enum type type;
    const char *key; /* Of an entry of an object; ends with a zero, as texts do. */
    const char *text;
    int64_t number; /* The protocol has whole numbers only. */
    struct value *first, *next;
};

static struct value *pool;
static size_t pool_size, pool_used;

static void fail(const char *why) {
    fprintf(stderr, "%s\n", why);
    exit(1);
}

static struct value *fresh(void) {
    if (pool_used == pool_size) fail("a line with more values than there is room for");
    struct value *value = &pool[pool_used++];
    memset(value, 0, sizeof *value);
    return value;
}

/* A text without escapes, as all of the protocol's are but for names; it is ended in place. */
static char *parse_text(char **at) {
    char *start = ++*at;
    while (**at && **at != '"') *at += **at == '\\' && (*at)[1] ? 2 : 1;
    if (!**at) fail("a text without an end");
    *(*at)++ = 0;
    return start;
}

static struct value *parse(char **at) {
    struct value *value = fresh();
    char c = **at;
    if (c == '{' || c == '[') {
        char end = c == '{' ? '}' : ']';
        struct value **last = &value->first;
        value->type = c == '{' ? OBJECT : LIST;
        ++*at;
        while (**at != end) {
            const char *key = NULL;
            if (c == '{') {
                key = parse_text(at);
                ++*at; /* The colon. */
            }
            *last = parse(at);
            (*last)->key = key;
            last = &(*last)->next;
            if (**at == ',') ++*at;
            else if (**at != end) fail("no JSON");
        }
        ++*at;
    } else if (c == '"') {
        value->type = TEXT;
        value->text = parse_text(at);
    } else if (!strncmp(*at, "true", 4) || !strncmp(*at, "false", 5)) {
        value->type = BOOLEAN;
        value->number = c == 't';
        *at += c == 't' ? 4 : 5;
    } else if (!strncmp(*at, "null", 4)) {
        *at += 4;
    } else {
        char *end;
        value->type = NUMBER;
        value->number = strtoll(*at, &end, 10);
        if (end == *at) fail("no JSON");
        *at = end;
    }
    return value;
}

static struct value *get(struct value *object, const char *key) {
    struct value *entry = object ? object->first : NULL;
    while (entry && !(entry->key && !strcmp(entry->key, key))) entry = entry->next;
    return entry;
}

static int64_t number(struct value *object, const char *key) {
    struct value *value = get(object, key);
    return value ? value->number : 0;
}

/* ---- Lines. ---- */

static char *line;
static size_t line_size;

static struct value *receive(void) {
    size_t length = 0;
    for (;;) {
        if (length + 2 > line_size) {
            line_size = line_size ? line_size * 2 : 1 << 16;
            line = realloc(line, line_size);
            if (!line) fail("out of memory");
        }
        if (!fgets(line + length, (int)(line_size - length), stdin)) exit(0); /* The engine is gone. */
        length += strlen(line + length);
        if (length && line[length - 1] == '\n') break;
    }
    /* Every value takes at least two characters. */
    if (pool_size < length / 2 + 16) {
        pool_size = length + 16;
        free(pool);
        pool = malloc(pool_size * sizeof *pool);
        if (!pool) fail("out of memory");
    }
    pool_used = 0;
    char *at = line;
    return parse(&at);
}

/* ---- What is known: rows by id, as they were last told. ---- */

enum { MAX_KINDS = 256, MAX_ROWS = 20000, MAX_GATHERERS = 14, ATTACKERS = 8 };

struct kind {
    bool is_worker, is_fighter;
    int trains, price; /* The first kind it trains, -1 for none; the first resource of what it costs. */
    int resource;      /* What a node holds. */
};

struct row {
    int64_t id, kind, x, y, stage;
    bool busy, hostile;
};

struct rows {
    struct row rows[MAX_ROWS];
    int count;
};

static struct kind kinds[MAX_KINDS];
static struct rows units, buildings, foreign, nodes;
static int64_t stock, player, goal_x, goal_y;

static struct row *find(struct rows *rows, int64_t id, bool add) {
    for (int i = 0; i < rows->count; i++)
        if (rows->rows[i].id == id) return &rows->rows[i];
    if (!add) return NULL;
    if (rows->count == MAX_ROWS) fail("more rows than there is room for");
    struct row *row = &rows->rows[rows->count++];
    memset(row, 0, sizeof *row);
    row->id = id;
    return row;
}

/* Takes what has changed of a list: rows that are gone, then new values of fields. */
static void take(struct rows *rows, struct value *observation, const char *name, const char *gone_name) {
    struct value *gone = get(observation, gone_name), *list = get(observation, name);
    for (struct value *id = gone ? gone->first : NULL; id; id = id->next) {
        struct row *row = find(rows, id->number, false);
        if (row) *row = rows->rows[--rows->count];
    }
    for (struct value *told = list ? list->first : NULL; told; told = told->next) {
        struct row *row = find(rows, number(told, "id"), true);
        for (struct value *field = told->first; field; field = field->next) {
            if (!strcmp(field->key, "kind")) row->kind = field->number;
            else if (!strcmp(field->key, "stage")) row->stage = field->number;
            else if (!strcmp(field->key, "hostile")) row->hostile = field->number;
            else if (!strcmp(field->key, "moving")) row->busy = field->type != NOTHING;
            else if (!strcmp(field->key, "queue")) row->busy = field->first != NULL;
            else if (!strcmp(field->key, "at")) {
                row->x = field->first->number;
                row->y = field->first->next->number;
            }
        }
    }
}

static void begin(struct value *start) {
    struct value *kind = get(get(start, "rules"), "kinds")->first;
    player = number(start, "player");
    for (int i = 0; kind && i < MAX_KINDS; i++, kind = kind->next) {
        struct value *builds = get(kind, "builds"), *trains = get(kind, "trains");
        kinds[i].is_worker = builds && builds->type == LIST;
        kinds[i].is_fighter = get(kind, "weapon")->type == OBJECT && !kinds[i].is_worker;
        kinds[i].trains = trains->first ? (int)trains->first->number : -1;
        kinds[i].price = (int)get(kind, "cost")->first->number;
        kinds[i].resource = (int)number(get(kind, "stock"), "resource");
    }
    struct value *players = get(start, "players")->first;
    int64_t team = 0, row = 0;
    for (struct value *one = players; one; one = one->next)
        if (row++ == player) team = number(one, "team");
    for (struct value *one = players; one; one = one->next) {
        struct value *at = get(one, "start");
        if (number(one, "team") != team && at->type == LIST) {
            goal_x = at->first->number;
            goal_y = at->first->next->number;
        }
    }
}

static void observe(struct value *observation) {
    struct value *in_stock = get(get(observation, "me"), "stock");
    if (in_stock) stock = in_stock->first->number;
    take(&units, observation, "units", "units_gone");
    take(&buildings, observation, "buildings", "buildings_gone");
    take(&foreign, observation, "foreign", "foreign_gone");
    take(&nodes, observation, "nodes", "nodes_gone");
    struct value *refused = get(observation, "refused");
    for (struct value *one = refused ? refused->first : NULL; one; one = one->next)
        fprintf(stderr, "refused in tick %lld: order %lld, %s: %s\n", (long long)number(one, "tick"),
                (long long)number(one, "order"), get(one, "do")->text, get(one, "why")->text);
}

/* ---- Decisions. ---- */

static int given;

static void order(void) {
    if (given++) putchar(',');
}

static void gather(const struct row *unit) {
    const struct row *best = NULL;
    double best_distance = 0;
    for (int i = 0; i < nodes.count; i++) {
        double dx = (double)(nodes.rows[i].x - unit->x), dy = (double)(nodes.rows[i].y - unit->y);
        double distance = dx * dx + dy * dy;
        if (kinds[nodes.rows[i].kind].resource != 0) continue;
        if (!best || distance < best_distance || (distance == best_distance && nodes.rows[i].id < best->id)) {
            best = &nodes.rows[i];
            best_distance = distance;
        }
    }
    if (!best) return;
    order();
    printf("{\"do\":\"gather\",\"units\":[%lld],\"target\":%lld}", (long long)unit->id, (long long)best->id);
}

static void decide(int64_t tick) {
    int workers = 0, fighters = 0;
    given = 0;
    printf("{\"type\":\"orders\",\"tick\":%lld,\"orders\":[", (long long)tick);
    for (int i = 0; i < units.count && given < 100; i++) {
        struct row *unit = &units.rows[i];
        workers += kinds[unit->kind].is_worker;
        fighters += kinds[unit->kind].is_fighter;
        if (kinds[unit->kind].is_worker && !unit->busy) gather(unit);
    }
    for (int i = 0; i < buildings.count && given < 120; i++) {
        struct row *building = &buildings.rows[i];
        int product = kinds[building->kind].trains;
        if (building->stage != 2 || building->busy || product < 0 || kinds[product].price > stock) continue;
        if (kinds[product].is_worker && workers >= MAX_GATHERERS) continue;
        stock -= kinds[product].price;
        order();
        printf("{\"do\":\"train\",\"units\":[%lld],\"kind\":%d}", (long long)building->id, product);
    }
    /* Without fighters workers go in their place, once there are enough of both. */
    bool attack = fighters >= ATTACKERS || (fighters == 0 && workers >= MAX_GATHERERS && tick > 16 * 120);
    for (int i = 0; attack && i < units.count && given < 128; i++) {
        struct row *unit = &units.rows[i];
        if (kinds[unit->kind].is_fighter != (fighters > 0) || (fighters > 0 && unit->busy)) continue;
        order();
        printf("{\"do\":\"attack_move\",\"units\":[%lld],\"to\":[%lld,%lld]}", (long long)unit->id, (long long)goal_x,
               (long long)goal_y);
    }
    puts("]}");
    fflush(stdout);
}

int main(void) {
    receive();
    puts("{\"type\":\"hello\",\"protocol\":3,\"name\":\"example in C\",\"interval\":16,\"cells\":false}");
    fflush(stdout);
    for (;;) {
        struct value *message = receive();
        const char *type = get(message, "type")->text;
        if (!strcmp(type, "start")) begin(message);
        else if (!strcmp(type, "observe")) {
            observe(message);
            decide(number(message, "tick"));
        } else if (!strcmp(type, "end")) return 0;
    }
}
