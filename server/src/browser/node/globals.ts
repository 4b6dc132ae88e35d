/** Globals of Node that the engine and its libraries use; injected into every bundle for browsers. */
export { Buffer } from 'buffer';

const { port1, port2 } = new MessageChannel();
const due: (() => void)[] = [];
port1.addEventListener('message', () => due.shift()?.());
port1.start();

/** Unlike a timer, it is not delayed by the browser. */
export function setImmediate(work: () => void): void {
  due.push(work);
  port2.postMessage(null);
}

export const process = {
  env: {},
  platform: 'browser',
  versions: {},
  cwd: (): string => '/',
  exit: (): void => {},
};
