/** The part of JSON Schema that the contract's schemas become. */
export interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  const?: unknown
  enum?: unknown[]
  anyOf?: JsonSchema[]
  items?: JsonSchema
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: boolean | JsonSchema
  format?: string
  minimum?: number
  exclusiveMinimum?: number
  maximum?: number
  maxLength?: number
  default?: unknown
}

/** What a value may be, on one line of a Markdown table; shapes with a name are links. */
export function inWords(schema: JsonSchema): string {
  if (schema.$ref) return linkTo(nameOf(schema.$ref))
  if (schema.const !== undefined) return `\`${schema.const}\``
  if (schema.enum) return schema.enum.map((value) => `\`${value}\``).join(', ')
  if (schema.anyOf) return schema.anyOf.map(inWords).join(' or ')
  if (Array.isArray(schema.type)) return schema.type.map((type) => inWords({ ...schema, type })).join(' or ')
  switch (schema.type) {
    case 'object':
      return objectInWords(schema)
    case 'array':
      return `list of ${inWords(schema.items ?? {})}`
    case 'string':
      return textInWords(schema)
    case 'integer':
      return `whole number${rangeInWords(schema)}`
    case 'number':
      return `number${rangeInWords(schema)}`
    case 'boolean':
      return 'true or false'
    case 'null':
      return 'null'
    default:
      return 'any value'
  }
}

/** `name: kind` of each field, in order; one that may be left out has a question mark. */
export function fieldsInWords({ properties = {}, required = [] }: JsonSchema): string[] {
  return Object.entries(properties).map(([name, field]) => {
    const isOptional = !required.includes(name)
    const byDefault = field.default === undefined ? '' : ` (${field.default} unless given)`
    return `\`${name}${isOptional ? '?' : ''}\`: ${inWords(field)}${byDefault}`
  })
}

/** The names of the shapes that a schema speaks of. */
export function namesIn(schema: JsonSchema): string[] {
  return Object.keys(schema.$defs ?? {})
}

export function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ref
}

export function linkTo(name: string): string {
  return `[${name}](#${name.toLowerCase()})`
}

const PAGE_FIELDS = ['content', 'page', 'size', 'totalElements', 'totalPages']

function objectInWords(schema: JsonSchema): string {
  const { properties = {}, additionalProperties } = schema
  const names = Object.keys(properties)
  if (names.length === PAGE_FIELDS.length && PAGE_FIELDS.every((name) => names.includes(name)))
    return `page of ${inWords(properties.content?.items ?? {})}`
  if (names.length > 0) return `{ ${fieldsInWords(schema).join(', ')} }`
  return typeof additionalProperties === 'object' ? `${inWords(additionalProperties)} by key` : '{ }'
}

const FORMATS: Record<string, string> = { uuid: 'UUID', 'date-time': 'instant' }

function textInWords({ format, maxLength }: JsonSchema): string {
  if (format) return FORMATS[format] ?? format
  return maxLength === undefined ? 'text' : `text of at most ${maxLength}`
}

/** Nothing for the bounds that every integer has. */
function rangeInWords({
  exclusiveMinimum,
  minimum = exclusiveMinimum === 0 ? 1 : undefined,
  maximum,
}: JsonSchema): string {
  const isSaid = (bound: number | undefined) => bound !== undefined && Math.abs(bound) < Number.MAX_SAFE_INTEGER
  if (isSaid(minimum) && isSaid(maximum)) return ` from ${minimum} to ${maximum}`
  if (isSaid(minimum)) return ` of at least ${minimum}`
  return isSaid(maximum) ? ` of at most ${maximum}` : ''
}
