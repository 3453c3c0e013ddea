/**
 * Processor time this thread has used, in milliseconds. Template code has its deadlines in it: on a busy machine
 * elapsed time would end honest templates.
 */
export const threadTime = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};
