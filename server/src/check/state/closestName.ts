/** The known name that a misspelt one most likely means, or null. `most`: letters that may differ. */
export function findClosestName(
  name: string,
  known: Iterable<string>,
  most = Math.max(1, Math.floor(name.length / 3)),
): string | null {
  if (name.length < 2) return null;
  let best: string | null = null;
  let least = most + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least || candidate === name) continue;
    const cost = editDistance(name, candidate, least);
    // Typos rarely change the first letter: `upcase` was not meant to be `phase`.
    if (cost < least && (cost < 2 || candidate[0] === name[0])) {
      least = cost;
      best = candidate;
    }
  }
  return best;
}

/** Edit distance (insert, delete, replace, swap neighbours); stops at `limit`. */
function editDistance(from: string, to: string, limit: number): number {
  let before: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, j) => j);
  for (let i = 1; i <= from.length; i++) {
    const row = [i];
    for (let j = 1; j <= to.length; j++) {
      const same = from[i - 1] === to[j - 1] ? 0 : 1;
      let cost = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + same);
      if (i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1])
        cost = Math.min(cost, before[j - 2]! + 1);
      row.push(cost);
    }
    if (Math.min(...row) >= limit) return limit;
    before = last;
    last = row;
  }
  return last[to.length] ?? limit;
}
