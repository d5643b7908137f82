/** The body of a callback for an event. */
interface EventBody {
  timestamp: string;
  data: unknown;
}

/** Parses the body of an event. Amounts keep all their digits. */
export function parseEventBody(body: string): EventBody {
  return JSON.parse(body, keepDigits) as EventBody;
}

function keepDigits(_key: string, value: unknown, { source }: { source?: string } = {}): unknown {
  return typeof value === 'number' && source !== undefined ? JSON.rawJSON(source) : value;
}
