/** Two clocks: the time that passed, and what all threads of this process worked in it, which a busy machine does not change. */
export interface Spent {
  readonly ms: number;
  readonly cpuMs: number;
}

export function startClock(): () => Spent {
  const [started, cpu] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(cpu);
    return { ms: performance.now() - started, cpuMs: (user + system) / 1000 };
  };
}
