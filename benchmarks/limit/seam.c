/* Random play of Māori in C, behind the same seam as ours: start, legal (writes the list of action numbers), apply, mover, score. */
#include "maori.h"
enum { SET_EXPLORER, STEPS, ACTION, SPACE, SAIL, OVER };
enum { SET_AT = 0, GO = 16, TAKE = 32, LAY_STORED = 36, NOTHING = 37, REMOVE = 38, PUT_ON = 58, STORE = 78 };
enum { FROM_STORAGE = 16, NOBODY = -1 };
typedef struct { u8 board[16]; u16 free; int8_t shells, stored, boats; } Player;
typedef struct {
  u64 key[2], counter, stock[2];
  Player p[2];
  u8 display[16], reach[16];
  int8_t mover, decision, explorer, taken, setter, filled, round, tiles;
} State;

static inline u32 draw(State *s, u32 n) {
  u64 h = SIP24(u64, s->key[0], s->key[1], s->counter);
  s->counter++;
  return (h >> 32) * n >> 32;
}
static inline u32 draw_tile(State *s) {
  if (!s->tiles) return 0;
  u32 k = nth_tile_of_stock(s->stock, draw(s, s->tiles));
  s->tiles--;
  return k;
}
static void start(State *s, u64 k0, u64 k1) {
  memset(s, 0, sizeof *s);
  s->key[0] = k0; s->key[1] = k1;
  s->stock[0] = ~3ull; s->stock[1] = (1ull << (TILES - 64)) - 1; s->tiles = TILES - 2;
  for (int i = 0; i < 16; i++) s->display[i] = draw_tile(s);
  s->stock[0] |= 3; s->tiles += 2;
  memset(s->reach, 4, 16);
  for (int p = 0; p < 2; p++) s->p[p].shells = 5, s->p[p].boats = BESIDE, s->p[p].free = 0xFFFF;
  s->mover = s->setter = draw(s, 2);
  s->filled = NOBODY; s->round = 1; s->decision = SET_EXPLORER;
}
static __attribute__((noinline)) void look_again(State *s) {
  for (int e = 0; e < 16; e++) {
    s->reach[e] = 0;
    for (int i = 0; i < 4 && s->display[LINE[e][i]] != 1; i++) s->reach[e] += s->display[LINE[e][i]] != 0;
  }
}
static inline int list_bits(int16_t *out, int n, u32 set, int first) {
  for (; set; set &= set - 1) out[n++] = first + _tzcnt_u32(set);
  return n;
}
static inline int list_range(int16_t *out, int n, int first) { for (int i = 0; i < n; i++) out[i] = first + i; return n; }
static inline int legal(const State *s, int16_t *out) {
  const Player *p = &s->p[s->mover];
  int n;
  switch (s->decision) {
  case SET_EXPLORER: return list_range(out, 16, SET_AT);
  case STEPS: n = p->boats + p->shells; return list_range(out, n < 16 ? n : 16, GO);
  case ACTION:
    n = s->reach[s->explorer];
    if (n > p->shells + 1) n = p->shells + 1;
    if (p->stored && !p->free) n = 0;
    for (int i = 0; i < 4; i++) out[i] = TAKE + i;
    if (p->stored && p->free) out[n++] = LAY_STORED;
    out[n++] = NOTHING;
    return list_bits(out, n, p->free ^ 0xFFFF, REMOVE);
  case SPACE:
    n = list_bits(out, 0, p->free, PUT_ON);
    if (s->taken != FROM_STORAGE && !p->stored) out[n++] = STORE;
    return n;
  }
  return 0;
}
static int nothing_left(const State *s) {
  if (s->tiles || s->p[0].stored || s->p[1].stored) return 0;
  for (int i = 0; i < 16; i++) if (s->display[i] > 1) return 0;
  return 1;
}
static inline void end_turn(State *s) {
  int next = s->mover ^ 1, last = s->mover == s->setter;
  if (next == s->filled || (s->filled == NOBODY && last && (s->round >= 50 || nothing_left(s)))) {
    s->mover = NOBODY; s->decision = OVER; return;
  }
  s->round += last; s->mover = next; s->decision = STEPS;
}
static inline void put(State *s, Player *p, int space) {  /* the tile in hand; space 16: into the storage */
  int tile;
  if (s->taken == FROM_STORAGE) tile = p->stored, p->stored = 0;
  else tile = s->display[s->taken];
  if (space < 16) {
    int supply = 30 - s->p[0].shells - s->p[1].shells, more = SHELLS[tile];
    p->board[space] = tile; p->free ^= 1u << space; p->boats += BOATS[tile];
    p->shells += more < supply ? more : supply;
    if (!p->free && s->filled == NOBODY) s->filled = s->mover;
  } else p->stored = tile;
  if (s->taken != FROM_STORAGE) {
    tile = s->display[s->taken] = draw_tile(s);
    if (__builtin_expect(tile <= 1, 0)) look_again(s);
  }
  end_turn(s);
}
static inline void answer_if_only_one(State *s, Player *p) {
  if (s->taken != FROM_STORAGE && !p->stored) { if (!p->free) put(s, p, 16); }
  else if (!(p->free & (p->free - 1))) put(s, p, _tzcnt_u32(p->free));
}
static inline void apply(State *s, int a) {
  Player *p = &s->p[s->mover];
  if (a < GO) { s->explorer = a - SET_AT; s->mover ^= 1; s->decision = STEPS; }
  else if (a < TAKE) {
    int steps = a - GO + 1;
    if (steps > p->boats) p->shells -= steps - p->boats;
    s->explorer = (s->explorer + steps) & 15; s->decision = ACTION;
  } else if (a <= LAY_STORED) {
    int n = a - TAKE;
    if (a == LAY_STORED) s->taken = FROM_STORAGE;
    else {
      p->shells -= n;
      const u8 *line = LINE[s->explorer];
      if (__builtin_expect(!s->tiles, 0)) { int i = 0; while (!s->display[line[i]] || n--) i++; n = i; }
      s->taken = line[n];
    }
    s->decision = SPACE;
    answer_if_only_one(s, p);
  } else if (a >= PUT_ON) put(s, p, a == STORE ? 16 : a - PUT_ON);
  else {
    if (a >= REMOVE) { int at = a - REMOVE; p->boats -= BOATS[p->board[at]]; p->board[at] = 0; p->free |= 1u << at; }
    end_turn(s);
  }
}
void play(u64 seed, const int64_t *numbers, int64_t games, int32_t *scores, float *rewards, int32_t *moves) {
  State s; int16_t list[32];
  for (int64_t i = 0; i < games; i++) {
    u64 g = seed ^ (u64)numbers[i] * 0xD1342543DE82EF95ull;
    start(&s, seed, numbers[i]);
    int n = 0;
    while (s.mover >= 0) { apply(&s, list[pick(&g, legal(&s, list))]); n++; }
    moves[i] = n;
    int base[2], boats[2], shells[2];
    for (int p = 0; p < 2; p++) base[p] = score_board(s.p[p].board, s.p[p].free ^ 0xFFFF, &boats[p]), shells[p] = s.p[p].shells;
    settle(base, boats, shells, scores + 2 * i, rewards + 2 * i);
  }
}
