/** Wakes one waiter. A ring before the wait is kept. */
export interface Bell {
  ring(): void;
  /** Waits for a ring since the last call, at most `ms` milliseconds. Returns whether there was one. */
  heard(ms: number): Promise<boolean>;
}

export function createBell(): Bell {
  let isRung = false;
  let interrupt: (() => void) | undefined;
  return {
    ring() {
      isRung = true;
      interrupt?.();
    },
    async heard(ms) {
      await new Promise<void>((resolve) => {
        if (isRung) return resolve();
        const timer = setTimeout(resolve, ms);
        interrupt = () => resolve(clearTimeout(timer));
      });
      const wasRung = isRung;
      isRung = false;
      return wasRung;
    },
  };
}
