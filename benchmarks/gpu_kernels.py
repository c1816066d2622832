"""Other designs of the step kernel of random play (lab/gpu_sorted.py), for benchmarks/gpu_variants.py."""

from functools import cache
from typing import Any

import numpy as np

from seaboard.core.dice import pick
from seaboard.core.game import Game
from seaboard.core.seam import READY, apply_step, legal, mover, sort_key
from seaboard.core.cuda import find_cuda
from seaboard.lab.gpu_sorted import BEGIN, FINISHED
from seaboard.loops.binding import bound_templates

cuda: Any = None
add_up: Any = None
start_game: Any = None
prefetch_record: Any = None
BINS = MAX_LEGAL = SEATS = SCORE_KINDS = BYTES = BOX_WORDS = 0
BOX: Any = None
WHOLE_WARP = 0xFFFFFFFF


def prefetch_kernel(order, going, positions, steps, keys, generators, moves, rows, box, seed, first, scores, lengths, ahead):
    """As step_kernel, but asks for the whole record (of the game `ahead` places later) to be brought to the L2 cache."""
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    if ahead >= 0 and place + ahead < going[0]:
        prefetch_record(positions[order[place + ahead]], BYTES)
    s, step = positions[i], int(steps[i])
    if step == READY:
        out = cuda.local.array(MAX_LEGAL, np.int16)
        n = legal(s, box[0], out)
        step = int(out[pick(generators[i], n)])
        moves[i] += 1
        if sort_key(s, int(out[0])) == sort_key(s, int(out[n - 1])):
            step = apply_step(s, box[0], step)
    elif step == BEGIN:
        rows[i] += steps.shape[0]
        moves[i] = 0
        if rows[i] >= scores.shape[0]:
            steps[i], keys[i] = FINISHED, BINS - 1
            return
        key = cuda.local.array(2, np.uint64)
        start_game(s, box[0], seed, first + rows[i], key, generators[i])
        step = READY
    else:
        step = apply_step(s, box[0], step)
    if step == READY and mover(s) < 0:
        sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
        add_up(s, box[0], sheet, scores[rows[i]])
        lengths[rows[i]] = moves[i]
        steps[i], keys[i] = BEGIN, 0
        return
    steps[i], keys[i] = step, 1 + sort_key(s, step)


def vote_kernel(
    order, going, positions, steps, keys, generators, moves, rows, box, seed, first, scores, lengths, ahead, enough, most
):
    """Plays on, up to `most` steps, as long as at least `enough` games of the warp have the same next key."""
    place = cuda.grid(1)
    has_game = place < going[0]
    i = order[place] if has_game else np.int32(0)
    if ahead >= 0 and place + ahead < going[0]:
        prefetch_record(positions[order[place + ahead]], BYTES)
    s, step, sorted_by = positions[i], int(steps[i]), 0
    alive = has_game
    out = cuda.local.array(MAX_LEGAL, np.int16)
    key = cuda.local.array(2, np.uint64)
    sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
    done = 0
    while True:
        if alive:
            if step == READY:
                n = legal(s, box[0], out)
                step = int(out[pick(generators[i], n)])
                moves[i] += 1
                if sort_key(s, int(out[0])) == sort_key(s, int(out[n - 1])):
                    step = apply_step(s, box[0], step)
            elif step == BEGIN:
                rows[i] += steps.shape[0]
                moves[i] = 0
                if rows[i] >= scores.shape[0]:
                    step = FINISHED
                else:
                    start_game(s, box[0], seed, first + rows[i], key, generators[i])
                    step = READY
            else:
                step = apply_step(s, box[0], step)
            if step == READY and mover(s) < 0:
                add_up(s, box[0], sheet, scores[rows[i]])
                lengths[rows[i]] = moves[i]
                step = BEGIN
            sorted_by = BINS - 1 if step == FINISHED else 0 if step == BEGIN else 1 + sort_key(s, step)
        same = cuda.match_any_sync(WHOLE_WARP, np.int32(sorted_by if alive else -1))
        alive = alive and step != FINISHED and cuda.popc(same) >= enough
        done += 1
        if done >= most or not cuda.any_sync(WHOLE_WARP, alive):
            break
    if has_game:
        steps[i], keys[i] = step, sorted_by


def near_kernel(order, going, positions, steps, keys, box, seed, first, scores, lengths):
    """As step_kernel, with the fields of a slot (generator, row, moves, next step) in its record, padded to 1,536 bytes."""
    place = cuda.grid(1)
    if place >= going[0]:
        return
    i = order[place]
    slot = positions[i]
    s, step = slot.state, int(slot.step)
    if step == READY:
        out = cuda.local.array(MAX_LEGAL, np.int16)
        n = legal(s, box[0], out)
        step = int(out[pick(slot.generator, n)])
        slot.moves += 1
        if sort_key(s, int(out[0])) == sort_key(s, int(out[n - 1])):
            step = apply_step(s, box[0], step)
    elif step == BEGIN:
        slot.row += positions.shape[0]
        slot.moves = 0
        if slot.row >= scores.shape[0]:
            slot.step, keys[i] = FINISHED, BINS - 1
            return
        key = cuda.local.array(2, np.uint64)
        start_game(s, box[0], seed, first + slot.row, key, slot.generator)
        step = READY
    else:
        step = apply_step(s, box[0], step)
    if step == READY and mover(s) < 0:
        sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
        add_up(s, box[0], sheet, scores[slot.row])
        lengths[slot.row] = slot.moves
        slot.step, keys[i] = BEGIN, 0
        return
    slot.step, keys[i] = step, 1 + sort_key(s, step)


def shared_box_kernel(order, going, positions, steps, keys, generators, moves, rows, box_words, seed, first, scores, lengths):
    """As step_kernel, with the box in shared memory."""
    shared = cuda.shared.array(1, BOX)
    words = shared.view(np.int64)
    for word in range(cuda.threadIdx.x, BOX_WORDS, cuda.blockDim.x):
        words[word] = box_words[word]
    cuda.syncthreads()
    place = cuda.grid(1)
    if place >= going[0]:
        return
    box = shared[0]
    i = order[place]
    s, step = positions[i], int(steps[i])
    if step == READY:
        out = cuda.local.array(MAX_LEGAL, np.int16)
        n = legal(s, box, out)
        step = int(out[pick(generators[i], n)])
        moves[i] += 1
        if sort_key(s, int(out[0])) == sort_key(s, int(out[n - 1])):
            step = apply_step(s, box, step)
    elif step == BEGIN:
        rows[i] += steps.shape[0]
        moves[i] = 0
        if rows[i] >= scores.shape[0]:
            steps[i], keys[i] = FINISHED, BINS - 1
            return
        key = cuda.local.array(2, np.uint64)
        start_game(s, box, seed, first + rows[i], key, generators[i])
        step = READY
    else:
        step = apply_step(s, box, step)
    if step == READY and mover(s) < 0:
        sheet = cuda.local.array((SEATS, SCORE_KINDS), np.int32)
        add_up(s, box, sheet, scores[rows[i]])
        lengths[rows[i]] = moves[i]
        steps[i], keys[i] = BEGIN, 0
        return
    steps[i], keys[i] = step, 1 + sort_key(s, step)


KERNELS = {"prefetch": prefetch_kernel, "vote": vote_kernel, "near": near_kernel, "shared_box": shared_box_kernel}


def slot_type(game: Game) -> np.dtype:
    """A position with the fields of its slot, 1,536 bytes."""
    tail = [("generator", np.uint64, (1,)), ("row", np.int32), ("moves", np.int16), ("step", np.int16)]
    filler = -(game.state.itemsize + 16) % 128
    slot = np.dtype([("state", game.state), *tail, ("filler_of_slot", np.int8, (filler,))][: 5 + bool(filler)])
    return np.dtype((np.record, slot))


def make_prefetch() -> Any:
    """The instruction of Hopper GPUs that brings a number of bytes to the L2 cache."""
    from llvmlite import ir
    from numba.cuda import types
    from numba.cuda.extending import intrinsic

    @intrinsic
    def prefetch_record(typingctx, record, size):
        def generate(context, builder, signature, arguments):
            address = builder.ptrtoint(arguments[0], ir.IntType(64))
            number = builder.trunc(arguments[1], ir.IntType(32))
            kind = ir.FunctionType(ir.VoidType(), [ir.IntType(64), ir.IntType(32)])
            text = "{ .reg .u64 a; cvta.to.global.u64 a, $0; cp.async.bulk.prefetch.L2.global [a], $1; }"
            builder.call(ir.InlineAsm(kind, text, "l,r", side_effect=True), [address, number])
            return context.get_dummy_value()

        return types.void(record, types.int64), generate

    return prefetch_record


@cache
def compiled_variant(game: Game, seats: int, name: str) -> Any:
    import numba

    names: dict[str, Any] = {
        "cuda": find_cuda(),
        **bound_templates(game),
        "BINS": game.sort_keys + 2,
        "MAX_LEGAL": game.max_legal,
        "SEATS": seats,
        "SCORE_KINDS": len(game.score_kinds),
        "BYTES": game.state.itemsize,
        "BOX": numba.from_dtype(game.box),
        "BOX_WORDS": game.box.itemsize // 8,
    }
    if name in ("prefetch", "vote"):
        names["prefetch_record"] = make_prefetch()
    return find_cuda().jit(game.bound(KERNELS[name], **names))
