/** A function that counts down from its argument, as WebAssembly: metered, it stops where its work is used up. */
import assert from 'node:assert/strict';
import { meterLoops } from '../../server/build/meterLoops';
import { FUEL } from '../../server/src/host/fuel';

const MAGIC = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const TYPE = [1, 5, 1, 0x60, 1, 0x7f, 0];
const FUNCTION = [3, 2, 1, 0];
const GLOBAL = [6, 6, 1, 0x7f, 0, 0x41, 7, 0x0b];
const EXPORT = [7, 5, 1, 1, 0x66, 0, 0];
/** `loop; local.get 0; i32.const 1; i32.sub; local.tee 0; br_if 0; end; end`. */
const BODY = [0, 0x03, 0x40, 0x20, 0, 0x41, 1, 0x6b, 0x22, 0, 0x0d, 0, 0x0b, 0x0b];
const CODE = [10, BODY.length + 2, 1, BODY.length, ...BODY];

describe('meterLoops', () => {
  const module = new WebAssembly.Module(
    meterLoops(new Uint8Array([...MAGIC, ...TYPE, ...FUNCTION, ...GLOBAL, ...EXPORT, ...CODE])),
  );
  const { exports } = new WebAssembly.Instance(module);
  const fuel = exports[FUEL] as WebAssembly.Global;
  const count = exports.f as (from: number) => void;

  it('starts without a limit', () => assert.equal(fuel.value, 2n ** 63n - 1n));

  it('takes one unit for each iteration', () => {
    fuel.value = 100n;
    count(40);
    assert.equal(fuel.value, 60n);
  });

  it('traps when nothing is left', () => {
    fuel.value = 10n;
    assert.throws(() => count(11), WebAssembly.RuntimeError);
    assert.equal(fuel.value, 0n);
    fuel.value = 11n;
    count(11);
  });
});
