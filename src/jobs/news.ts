/** What a run may have to do: turn events into messages, do chores, send messages that are due. */
type Topic = 'events' | 'chores' | 'due';

/** What a run has been told of, and has not looked at. */
export interface News {
  tell(...topics: Topic[]): void;
  /** Whether there was news of this; from now on there is none. */
  take(topic: Topic): boolean;
  isAny(): boolean;
  /** Waits until it is told something that it did not wait for yet, at most for so long. */
  within(ms: number): Promise<void>;
  /** Forgets that it was told something of no topic. */
  settle(): void;
}

export function createNews(): News {
  const topics = new Set<Topic>();
  let isTold = false;
  let interrupt: (() => void) | undefined;
  return {
    tell(...told) {
      for (const topic of told) topics.add(topic);
      isTold = true;
      interrupt?.();
    },
    take: (topic) => topics.delete(topic),
    isAny: () => topics.size > 0,
    settle: () => void (isTold = topics.size > 0),
    async within(ms) {
      await new Promise<void>((resolve) => {
        if (isTold) return resolve();
        const timer = setTimeout(resolve, ms);
        interrupt = () => resolve(clearTimeout(timer));
      });
      isTold = false;
      interrupt = undefined;
    },
  };
}
