/**
 * Field names of Sentry's protocol: of events, their interfaces, standard contexts and envelopes.
 * Also the field names of browsers' reports of policy violations, and of the facts that Errata stores
 * with an event. A person may be called like one of them, so these names are not searched.
 */
const FIELDS: ReadonlySet<string> = new Set(
  `
  _meta breadcrumbs checksum contexts culprit debug_meta dist environment errors event_id exception
  extra fingerprint level logentry logger measurements message modules platform received release
  request sdk server_name site spans stacktrace start_timestamp tags template threads timestamp
  transaction transaction_info type user version

  category crashed current data description exception_id formatted handled help_link id
  is_exception_group main mechanism meta module name params parent_id source state synthetic
  thread_id value values

  abs_path addr_mode colno context_line filename frames function image_addr in_app
  instruction_addr lineno native package post_context pre_context raw_function raw_stacktrace
  registers symbol symbol_addr vars

  arch code_file code_id debug_file debug_id image_size image_vmaddr images sdk_info

  api_target cookies email env fragment geo headers inferred_content_type ip_address method
  query_string segment url username

  features integrations packages settings city country_code region

  app browser cloud_resource culture device feedback flags gpu monitor os otel profile replay
  response runtime trace

  app_build app_id app_identifier app_memory app_name app_start_time app_version battery_level
  body_size boot_time brand build build_type calendar charging client_sample_rate cpu_description
  device_app_hash display_name dynamic_sampling_context exclusive_time family free_memory
  free_storage in_foreground kernel_version locale manufacturer memory_size model model_id online
  op orientation origin parent_span_id processor_count raw_description rooted screen_density
  screen_dpi screen_resolution simulator span_id status status_code storage_size timezone trace_id
  usable_memory vendor_name

  age blocked-uri blockedURL body column-number columnNumber csp-report disposition document-uri
  documentURL effective-directive effectiveDirective line-number lineNumber original-policy
  originalPolicy referrer sample script-sample source-file sourceFile status-code statusCode
  user_agent violated-directive

  attachment_type content_type dsn item_count length public_key sample_rand sample_rate sampled
  sent_at trace_state

  count cut eventId files hidden hiddenTotal mapped path projectId receivedAtMs ruled rule rules
  senderAddress sentAtMs stacks title traceId
  `
    .trim()
    .split(/\s+/),
);

/** Fields in which a sender chooses all names. The context `state` has the sender's in `value`. */
const OF_SENDER: ReadonlySet<string> = new Set(['data', 'extra', 'tags', 'value', 'vars']);

/** Tells which names in an object are searched: all, those that the protocol does not have, or none. */
export type SearchedNames = 'all' | 'own' | 'none';

export function isSearched(name: string, names: SearchedNames): boolean {
  return names === 'all' || (names === 'own' && !FIELDS.has(name));
}

/** Returns which names are searched within the field. A sender chose those of an unknown field. */
export function findNamesWithin(field: string, names: SearchedNames): SearchedNames {
  return names === 'own' && (OF_SENDER.has(field) || !FIELDS.has(field)) ? 'all' : names;
}

/** Leaves out the names of the protocol's fields, wherever they stand. */
export function withoutFields(json: string): string {
  return json.replaceAll(/"([\w-]+)"\s*:/g, (field, name: string) =>
    FIELDS.has(name) ? ' ' : field,
  );
}
