import type { Attributes, Context, Span, TextMapPropagator, Tracer } from '@opentelemetry/api';
import type { Sampler } from '@opentelemetry/sdk-trace';
import type { Logger } from './log.ts';

const TRACE_FLUSH_MS = 2_000;

type SamplerName = `${'' | 'parentbased_'}${'always_on' | 'always_off' | 'traceidratio'}`;

export interface TracingOptions {
  /** The OTLP endpoint over HTTP, such as http://127.0.0.1:4318. */
  endpoint: string;
  sampler: SamplerName;
  /** The share of traces that `traceidratio` keeps. */
  ratio: number;
}

/** Kind, attributes and parent of a span. Attributes contain no secrets and no part of a request's body. */
export interface SpanOptions {
  kind?: 'INTERNAL' | 'SERVER' | 'CLIENT' | 'PRODUCER' | 'CONSUMER';
  attributes?: Attributes;
  /** The parent (default: the active span). */
  parent?: Carrier;
}

/** Headers; only `traceparent` and `tracestate` are used. */
type Carrier = Record<string, string | string[] | undefined>;

interface Tracing {
  api: typeof import('@opentelemetry/api');
  tracer: Tracer;
  propagator: TextMapPropagator;
}

let activeTracing: Tracing | undefined;

/**
 * Starts tracing this process. The libraries are loaded only here, so a process without tracing pays one
 * comparison per span. Returns a function that sends the last spans and stops.
 */
export async function startTracing(options: TracingOptions, log: Logger): Promise<() => Promise<void>> {
  const { api, sdk, OTLPTraceExporter, resources, AsyncLocalStorageContextManager, core } =
    await import('../dist/libraries/tracing.js');
  const warn = (text: string) => log.warn(`traces: ${messageIn(text)}`);
  api.diag.setLogger(
    { error: warn, warn, info: silent, debug: silent, verbose: silent },
    { logLevel: api.DiagLogLevel.WARN, suppressOverrideMessage: true },
  );
  api.context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  // OTEL_SERVICE_NAME and OTEL_RESOURCE_ATTRIBUTES take precedence.
  const resource = resources
    .resourceFromAttributes({ 'service.name': 'provender' })
    .merge(resources.detectResources({ detectors: [resources.envDetector, resources.hostDetector] }))
    .merge(resources.resourceFromAttributes({ 'process.pid': process.pid }));
  const url = `${options.endpoint}/v1/traces`;
  const provider = new sdk.TracerProvider({
    resource,
    sampler: samplerOf(sdk, options),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter({ url }) })],
  });
  const propagator = new core.W3CTraceContextPropagator();
  activeTracing = { api, tracer: provider.getTracer('provender'), propagator };
  return async () => {
    activeTracing = undefined;
    // An unreachable receiver must not delay the stop.
    await Promise.race([
      provider.shutdown().catch(silent),
      new Promise((resolve) => setTimeout(resolve, TRACE_FLUSH_MS).unref()),
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
  return activeTracing !== undefined;
}

/** Returns whether there is an active span that will be sent. */
export function isTraced(): boolean {
  return activeTracing?.api.trace.getActiveSpan()?.isRecording() ?? false;
}

/** A span that its owner ends. */
export interface OpenSpan {
  /** Runs `work` within the span. */
  run<T>(work: () => T): T;
  rename(name: string): void;
  say(attributes: Attributes): void;
  fail(errorType: string): void;
  end(): void;
}

/** Opens a span; undefined while tracing is off. */
export function openSpan(name: string, { kind = 'INTERNAL', attributes, parent }: SpanOptions = {}) {
  if (!activeTracing) return undefined;
  const { api, tracer } = activeTracing;
  const context = parent ? parentContext(activeTracing, parent) : api.context.active();
  const span = tracer.startSpan(name, { kind: api.SpanKind[kind], attributes }, context);
  return opened(activeTracing, span, context);
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

function parentContext({ api, propagator }: Tracing, parent: Carrier): Context {
  return propagator.extract(api.ROOT_CONTEXT, parent, api.defaultTextMapGetter);
}

/**
 * Runs `work` within a span, to which `work` can add attributes. Of an error, only the class or code is
 * recorded: messages may quote input.
 */
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

/** Returns the header that continues the active trace; undefined when it is not sent. */
export function traceparent(): string | undefined {
  return isTraced() ? traceHeader() : undefined;
}

/** Records a moment in the active trace. Returns the header with which later work continues the trace. */
export function traceMoment(name: string, options: SpanOptions): string | undefined {
  if (!isTraced()) return undefined;
  const span = openSpan(name, options);
  span?.end();
  return span?.run(traceHeader);
}

function traceHeader(): string | undefined {
  const { api, propagator } = activeTracing!;
  const carrier: Record<string, string> = {};
  propagator.inject(api.context.active(), carrier, api.defaultTextMapSetter);
  return carrier.traceparent;
}
