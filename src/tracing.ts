import type { Attributes, Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { Logger } from './log.ts';

const FLUSH_MS = 2_000;

type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`;

export interface TracingOptions {
  /** Where OTLP over HTTP is received, such as http://127.0.0.1:4318. */
  endpoint: string;
  sampler: SamplerName;
  /** The share of traces that `traceidratio` keeps. */
  ratio: number;
}

/** Kind, attributes and parent of a span. Attributes hold no secrets and nothing of a request's body. */
export interface SpanOptions {
  kind?: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER';
  attributes?: Attributes;
  /** The parent (default: the active span). */
  parent?: Carrier;
}

/** Headers, of which `traceparent` and `tracestate` count. */
type Carrier = Record<string, string | string[] | undefined>;

interface Tracing {
  api: typeof import('@opentelemetry/api');
  tracer: Tracer;
  propagator: TextMapPropagator;
}

let tracing: Tracing | undefined;

/**
 * Begins to trace this process. The libraries are loaded only here: a process that is not traced pays one comparison
 * for each span that it does not make.
 *
 * @returns what sends the last spans and ends it
 */
export async function startTracing(options: TracingOptions, log: Logger): Promise<() => Promise<void>> {
  const [api, sdk, { OTLPTraceExporter }, resources, { AsyncLocalStorageContextManager }, core] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
    ]);
  const warn = (text: string) => log.warn(`traces: ${messageIn(text)}`);
  api.diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES have the last word.
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'provender' })
    .merge(resources.detectResources({ detectors: [resources.envDetector, resources.hostDetector] }))
    .merge(resources.resourceFromAttributes({ 'process.pid': process.pid }));
  const url = `${options.endpoint.replace(/\/+$/, '')}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource,
    sampler: samplerOf(sdk, options),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const propagator = new core.W3CTraceContextPropagator();
  tracing = { api, tracer: provider.getTracer('provender'), propagator };
  return async () => {
    tracing = undefined;
    // A receiver that is gone must not hold up the end.
    await Promise.race([
      provider.shutdown().catch(silent),
      new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref()),
    ]);
    api.context.disable();
    api.diag.disable();
  };
}

function silent(): void {}

/** Returns the message of an error that the SDK reports as JSON with a stack. */
function messageIn(text: string): string {
  const [, message = text] = /"message":"([^"]*)"/.exec(text) ?? [];
  return message;
}

function samplerOf(
  sdk: typeof import('@opentelemetry/sdk-trace'),
  { sampler, ratio }: TracingOptions,
): Sampler {
  const roots = {
    always_on: () => new sdk.AlwaysOnSampler(),
    always_off: () => new sdk.AlwaysOffSampler(),
    traceidratio: () => new sdk.TraceIdRatioBasedSampler(ratio),
  };
  const name = sampler.replace('parentbased_', '') as keyof typeof roots;
  const root = roots[name]();
  return name === sampler ? root : new sdk.ParentBasedSampler({ root });
}

export function isTracing(): boolean {
  return tracing !== undefined;
}

/** Whether a span is under way that will be sent. */
export function isTraced(): boolean {
  return tracing?.api.trace.getActiveSpan()?.isRecording() ?? false;
}

/** A span that ends when its owner says so. */
export interface OpenSpan {
  /** Runs `work` within it. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  say(attributes: Attributes): void;
  fail(errorType: string): void;
  end(): void;
}

/** Begins a span; undefined while tracing is off. */
export function openSpan(name: string, { kind = 'INTERNAL', attributes, parent }: SpanOptions = {}) {
  if (!tracing) return undefined;
  const { api, tracer } = tracing;
  const context = parent ? contextOf(tracing, parent) : api.context.active();
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, context);
  return opened(tracing, span, context);
}

function opened({ api }: Tracing, span: Span, context: Context): OpenSpan {
  const inside = api.trace.setSpan(context, span);
  return {
    run: (work) => api.context.with(inside, work),
    rename: (name) => void span.updateName(name),
    say: (attributes) => void span.setAttributes(attributes),
    fail: (errorType) =>
      void span.setAttribute('error.type', errorType).setStatus({ code: api.SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}

function contextOf({ api, propagator }: Tracing, parent: Carrier): Context {
  return propagator.extract(api.ROOT_CONTEXT, parent, api.defaultTextMapGetter);
}

/** Runs `work` within a span, of which `work` may say more. Of an error it keeps the class or code: messages may quote input. */
export async function traced<T>(
  name: string,
  options: SpanOptions,
  work: (say: OpenSpan['say']) => Promise<T>,
): Promise<T> {
  const span = openSpan(name, options);
  if (!span) return work(() => {});
  try {
    return await span.run(() => work(span.say));
  } catch (error) {
    const { code, name: type } = Object(error) as { code?: unknown; name?: string };
    span.fail(typeof code === 'string' ? code : (type ?? 'unknown'));
    throw error;
  } finally {
    span.end();
  }
}

/** The header by which others continue the trace under way; undefined when it is not sent anywhere. */
export function traceparent(): string | undefined {
  return isTraced() ? header() : undefined;
}

/** Marks a moment in the trace under way. Returns the header by which what follows from it continues the trace. */
export function traceMoment(name: string, options: SpanOptions): string | undefined {
  if (!isTraced()) return undefined;
  const span = openSpan(name, options);
  span?.end();
  return span?.run(header);
}

function header(): string | undefined {
  const { api, propagator } = tracing!;
  const carrier: Record<string, string> = {};
  propagator.inject(api.context.active(), carrier, api.defaultTextMapSetter);
  return carrier.traceparent;
}
