/**
 * Runs what a caller handed in. What it throws becomes an uncaught exception of the process, as a throwing listener does,
 * and keeps nothing of ours from its work.
 */
export function callOut(callback: () => void): void {
  try {
    callback();
  } catch (error) {
    queueMicrotask(() => {
      throw error;
    });
  }
}
