/** Returns the milliseconds of CPU time that `work` takes, which others on the machine do not lengthen. */
export function cpuMsOf(work: () => unknown): number {
  const before = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
