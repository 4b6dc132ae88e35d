/** Two clocks: wall-clock time, and CPU time of all threads of this process, which does not depend on the load. */
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
