/**
 * Returns the processor time that this thread has used, in milliseconds. Template code is limited by it, because
 * elapsed time would end valid templates on a busy machine.
 */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
