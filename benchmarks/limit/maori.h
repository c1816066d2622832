/* Māori, basic level, front board, 2 players: chance, picks, the stock and the scoring of the C player. */
#include <stdint.h>
#include <string.h>
#include <immintrin.h>
#include "tables.h"
typedef uint64_t u64; typedef uint32_t u32; typedef uint16_t u16; typedef uint8_t u8;

#define ROTL(x, b) (((x) << (b)) | ((x) >> (64 - (b))))
#define SIPROUND(a,b,c,d) do { \
  a += b; b = ROTL(b,13) ^ a; a = ROTL(a,32); c += d; d = ROTL(d,16) ^ c; \
  a += d; d = ROTL(d,21) ^ a; c += b; b = ROTL(b,17) ^ c; c = ROTL(c,32); } while (0)
#define SIP24(T, k0, k1, m) ({ \
  T a = (k0) ^ 0x736F6D6570736575ull, b = (k1) ^ 0x646F72616E646F6Dull, \
    c = (k0) ^ 0x6C7967656E657261ull, d = (k1) ^ 0x7465646279746573ull ^ (m); \
  SIPROUND(a,b,c,d); SIPROUND(a,b,c,d); a ^= (m); d ^= 8ull << 56; \
  SIPROUND(a,b,c,d); SIPROUND(a,b,c,d); a ^= 8ull << 56; c ^= 0xFF; \
  SIPROUND(a,b,c,d); SIPROUND(a,b,c,d); SIPROUND(a,b,c,d); SIPROUND(a,b,c,d); a ^ b ^ c ^ d; })

static inline u32 pick(u64 *g, u32 n) {
  u64 x = *g += 0x9E3779B97F4A7C15ull;
  x = (x ^ x >> 30) * 0xBF58476D1CE4E5B9ull;
  x = (x ^ x >> 27) * 0x94D049BB133111EBull;
  x ^= x >> 31;
  return (x >> 32) * n >> 32;
}
static inline u32 nth_bit(u32 set, u32 n) { return _tzcnt_u32(_pdep_u32(1u << n, set)); }

/* the n-th tile still in the stock, in order of kind; leaves the stock */
static inline u32 nth_tile_of_stock(u64 stock[2], u32 n) {
  u32 low = __builtin_popcountll(stock[0]);
  u32 w = n >= low;
  u64 bit = _pdep_u64(1ull << (n - (w ? low : 0)), stock[w]);
  stock[w] ^= bit;
  return KIND_OF[w * 64 + _tzcnt_u64(bit)];
}

/* M5 on planes of 16 bits. Returns palms + wreaths - empty; tells the boats. */
static inline int score_board(const u8 *board, u32 taken, int *boats) {
  u64 land = 0, lei = 0, rest = 0;
  for (u32 m = taken; m; m &= m - 1) {
    u32 at = _tzcnt_u32(m), k = board[at];
    land |= PLANE[k].land << at; lei |= PLANE[k].lei << at; rest |= PLANE[k].rest << at;
  }
  u32 L = (u16)land, R = (u16)(land >> 16), T = (u16)(land >> 32), B = land >> 48;
  u32 across = R & (L & ~0x1111u) >> 1;  /* joined to the right: bit of the left one */
  u32 down = B & T >> 4;
  u32 bad = (R & ~across) | (L & ~(across << 1)) | (B & ~down) | (T & ~(down << 4));
  u32 hut = (u16)rest;
  for (int i = 0; i < 3; i++) {
    bad |= (bad & across) << 1 | (bad >> 1 & across) | (bad & down) << 4 | (bad >> 4 & down);
    hut |= (hut & across) << 1 | (hut >> 1 & across) | (hut & down) << 4 | (hut >> 4 & down);
  }
  u32 fine = taken & ~bad, p0 = (rest >> 16) & fine, p1 = (rest >> 32) & fine;
  u32 wr = (lei >> 16) & (lei & fine) >> 1 & fine & ~0x8888u, wb = (lei >> 48) & (u32)(u16)(lei >> 32) >> 4 & fine;
#define POP __builtin_popcount
  *boats = BESIDE + POP((rest >> 48) & fine);
  return POP(p0) + POP(p0 & hut) + 2 * (POP(p1) + POP(p1 & hut)) + 10 * (POP(wr) + POP(wb)) + POP(fine) - 16;
}

static inline void settle(const int *base, const int *boats, const int *shells, int32_t *points, float *reward) {
  for (int p = 0; p < 2; p++)
    points[p] = base[p] + (boats[p] >= boats[!p] ? boats[p] : 0) + (shells[p] >= shells[!p] ? shells[p] : 0);
  int lead = points[0] != points[1] ? (points[0] > points[1]) - (points[0] < points[1])
                                    : (shells[0] > shells[1]) - (shells[0] < shells[1]);
  reward[0] = lead, reward[1] = -lead;
}
