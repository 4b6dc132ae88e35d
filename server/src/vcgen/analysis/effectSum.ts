/** A union of effects while it is computed. */
import type { EffectKey, HeapKey } from '../state/heapKey';
import { KeySet } from '../state/keyedMap';
import type { Effects } from './declaredEffects';

/** How a caller takes over the effects of what it calls. */
export interface Adding {
  /** What the callee does to its own fields, the caller does to its own. */
  readonly onSelf: boolean;
  /** The callee writes fields of an object that did not exist before. */
  readonly constructs: boolean;
}

export class EffectSum {
  protected readonly own = new KeySet<HeapKey>();
  protected readonly others = new KeySet<EffectKey>();
  protected readonly ownWrites = new KeySet<EffectKey>();
  protected readonly otherWrites = new KeySet<EffectKey>();
  protected readsAll = false;
  protected writesAll = false;
  protected deterministic = true;
  protected loops = false;
  protected freezes = false;

  /** What is added now makes no difference. */
  get isEverything(): boolean {
    return this.readsAll && this.writesAll && !this.deterministic && this.loops;
  }

  effects(): Effects {
    return {
      reads: this.readsAll ? 'everything' : { own: this.own, others: this.others },
      writes: this.writesAll ? 'everything' : new KeySet([...this.ownWrites, ...this.otherWrites]),
      otherWrites: this.otherWrites,
      deterministic: this.deterministic,
      loops: this.loops,
      freezes: this.freezes,
    };
  }

  everything(): void {
    this.readsAll = true;
    this.writesAll = true;
    this.deterministic = false;
    this.loops = true;
  }

  add(found: Effects, { onSelf, constructs }: Adding): void {
    if (found.reads === 'everything') this.readsAll = true;
    else {
      for (const field of found.reads.own) (onSelf ? this.own : this.others).add(field);
      for (const key of found.reads.others) this.others.add(key);
    }
    if (found.writes === 'everything') this.writesAll = true;
    else {
      for (const key of found.otherWrites) this.otherWrites.add(key);
      const own = [...found.writes].filter(key => !found.otherWrites.has(key));
      if (!constructs) for (const key of own) (onSelf ? this.ownWrites : this.otherWrites).add(key);
    }
    if (!found.deterministic) this.deterministic = false;
    if (found.freezes) this.freezes = true;
    if (found.loops) this.loops = true;
  }
}
