/**
 * Processor time this thread has used, in milliseconds. Deadlines of template code are kept by it: on a busy machine the
 * clock on the wall would end honest templates.
 */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
