export * as api from '@opentelemetry/api';
export { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
export * as core from '@opentelemetry/core';
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export * as resources from '@opentelemetry/resources';
export * as sdk from '@opentelemetry/sdk-trace';
