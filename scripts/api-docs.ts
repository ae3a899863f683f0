import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Access, Endpoint } from '@arcadia/contract/endpoint'
import { endpoints } from '@arcadia/contract/endpoints'
import { errors } from '@arcadia/contract/errors'
import { DEFAULT_PAGE_SIZE } from '@arcadia/contract/fields'
import * as z from 'zod/mini'
import { fieldsInWords, inWords, type JsonSchema, namesIn } from './schema-in-words.ts'

// Writes docs/api.md from the contract: `npm run docs:api`. Whatever a contract file exports appears in it.

const root = join(import.meta.dirname, '..')
const contract = join(root, 'packages/contract/src')
export const apiDocument = join(root, 'docs/api.md')

/** A contract file: what it exports, and the comment above each export. */
interface ContractFile {
  feature: string
  exported: [name: string, value: unknown][]
  comments: Map<string, string>
}

export async function describeApi(): Promise<string> {
  const files = await readContract()
  const shapes = nameShapes(files)
  const toSchema = (schema: z.ZodMiniType): JsonSchema =>
    z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', metadata: shapes }) as JsonSchema
  const used = new Set(
    endpoints.flatMap(({ body, query, response }) =>
      [body, query, response].flatMap((part) => (isSchema(part) ? namesIn(toSchema(part)) : [])),
    ),
  )
  const sections = files.flatMap((file) => describeFeature(file, used, toSchema))
  return [...OPENING, ...sections, ...describeValues(files, used, toSchema), ...describeErrors(), ''].join('\n')
}

/** In the order in which the contract lists its endpoints. */
async function readContract(): Promise<ContractFile[]> {
  const names = (await readdir(contract)).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const files = await Promise.all(
    names.sort().map(async (name) => {
      const path = join(contract, name)
      const source = await readFile(path, 'utf8')
      const values: Record<string, unknown> = await import(pathToFileURL(path).href)
      const inOrder = [...source.matchAll(/^export const (\w+)/gm)].map(([, exportName = '']) => exportName)
      const exported = inOrder.map((exportName): [string, unknown] => [exportName, values[exportName]])
      return { feature: name.replace(/\.ts$/, ''), exported, comments: commentsIn(source) }
    }),
  )
  const place = ({ exported }: ContractFile) => {
    const places = exported.map(([, value]) => endpoints.indexOf(value as Endpoint)).filter((index) => index >= 0)
    return places.length > 0 ? Math.min(...places) : Number.POSITIVE_INFINITY
  }
  return files.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)))
}

function commentsIn(source: string): Map<string, string> {
  const found = source.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\nexport const (\w+)/g)
  return new Map(
    [...found].map(([, comment = '', name = '']) => [
      name,
      comment
        .replace(/^\s*\*/gm, '')
        .replace(/\s+/g, ' ')
        .trim(),
    ]),
  )
}

function isSchema(value: unknown): value is z.ZodMiniType {
  return typeof value === 'object' && value !== null && '_zod' in value
}

/** Every schema that a contract file exports has a name, and is called by it wherever it stands. */
function nameShapes(files: ContractFile[]) {
  const shapes = z.registry<{ id: string }>()
  for (const [name, value] of files.flatMap(({ exported }) => exported))
    if (isSchema(value) && !shapes.has(value)) shapes.add(value, { id: name })
  return shapes
}

const WHO: Record<Access, string> = {
  public: 'everyone',
  anyone: 'everyone, with or without a token',
  'signed-in': 'USER, ADMIN',
  customer: 'USER',
  admin: 'ADMIN',
}

type ToSchema = (schema: z.ZodMiniType) => JsonSchema

function describeFeature(file: ContractFile, used: ReadonlySet<string>, toSchema: ToSchema): string[] {
  const calls = file.exported.flatMap(([name, value]) =>
    endpoints.includes(value as Endpoint) ? [describeCall(value as Endpoint, file.comments.get(name), toSchema)] : [],
  )
  const shapes = file.exported.flatMap(([name, value]) =>
    used.has(name) && isSchema(value)
      ? describeShape(name, file.comments.get(name), definitionOf(name, value, toSchema))
      : [],
  )
  if (calls.length === 0 && shapes.length === 0) return []
  const title = asSentence(file.feature).replaceAll('-', ' ')
  const table = ['', '| call | who | takes | answers | fails with |', '|---|---|---|---|---|', ...calls]
  return ['', `## ${title}`, ...(calls.length > 0 ? table : []), ...shapes]
}

function describeCall(endpoint: Endpoint, comment: string | undefined, toSchema: ToSchema): string {
  const { method, path, access, summary } = endpoint
  const call = [`\`${method} ${path}\``, summary, ...(comment ? [comment] : [])].join('<br>')
  return row([
    call,
    WHO[access],
    describeInput(endpoint, toSchema),
    describeAnswer(endpoint, toSchema),
    describeOwnErrors(endpoint),
  ])
}

function describeInput({ query, body }: Endpoint, toSchema: ToSchema): string {
  const queryFields = query ? fieldsInWords(dereferenced(toSchema(query))).map(withoutPlainText) : []
  const inQuery = queryFields.length > 0 && `in the query: ${queryFields.join(', ')}`
  const inBody = body && describeBody(toSchema(body))
  return [inBody, inQuery].filter(Boolean).join('<br>')
}

/** In an address everything is text. */
const withoutPlainText = (field: string) => field.replace(/: text(?: of at most \d+)?(?= \(|$)/, '')

function describeBody(schema: JsonSchema): string {
  return schema.$ref || schema.type !== 'object' ? inWords(schema) : fieldsInWords(schema).join(', ')
}

function describeAnswer({ response, status = 200 }: Endpoint, toSchema: ToSchema): string {
  const statuses = [status].flat().join(', ')
  if (response === null) return `${statuses}, no body`
  if (response === 'text') return `${statuses}: text`
  if (response === 'calendar') return `${statuses}: text/calendar`
  if (response === 'page') return `${statuses}: text/html`
  if (response === 'stream') return `${statuses}: server-sent events`
  return `${statuses}: ${inWords(toSchema(response))}`
}

function describeOwnErrors({ errors: codes = [] }: Endpoint): string {
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  return [...byStatus]
    .sort(([a], [b]) => a - b)
    .map(([status, list]) => `${status} ${list.map((code) => `\`${code}\``).join(', ')}`)
    .join('<br>')
}

function dereferenced(schema: JsonSchema): JsonSchema {
  const name = schema.$ref?.split('/').at(-1)
  return (name && schema.$defs?.[name]) || schema
}

const definitionOf = (name: string, schema: z.ZodMiniType, toSchema: ToSchema): JsonSchema =>
  toSchema(schema).$defs?.[name] ?? toSchema(schema)

function describeShape(name: string, comment: string | undefined, schema: JsonSchema): string[] {
  if (!schema.properties) return []
  return [
    '',
    `#### ${name}`,
    '',
    ...(comment ? [comment, ''] : []),
    ...fieldsInWords(schema).map((field) => `- ${field}`),
  ]
}

/** Named kinds that are no objects: a date, an amount, a status. */
function describeValues(files: ContractFile[], used: ReadonlySet<string>, toSchema: ToSchema): string[] {
  const values = files.flatMap(({ exported, comments }) =>
    exported.flatMap(([name, value]) => {
      if (!used.has(name) || !isSchema(value)) return []
      const schema = definitionOf(name, value, toSchema)
      if (schema.properties) return []
      const comment = comments.get(name)
      return ['', `#### ${name}`, '', [`${asSentence(inWords(schema))}.`, comment].filter(Boolean).join(' ')]
    }),
  )
  return ['', '## Kinds of values', ...values]
}

const row = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
const asSentence = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

function describeErrors(): string[] {
  const rows = Object.entries(errors)
    .sort(([, a], [, b]) => a.status - b.status)
    .map(([code, { status, message }]) => row([String(status), `\`${code}\``, message]))
  return [
    '',
    '## Errors',
    '',
    '| status | code | what a person is told, unless a more exact sentence fits |',
    '|---|---|---|',
    ...rows,
  ]
}

const OPENING = `# API

Made from \`packages/contract\` by \`npm run docs:api\`; do not edit. The running server has the same as OpenAPI 3.1 at
\`/api/openapi.json\`, to be read at \`/api/docs\`.

- Bodies are JSON of at most 64 KiB. A field nobody knows is refused by name.
- Who may call is decided before the body or an id is looked at. The token of a sign-in travels as \`Authorization: Bearer …\`.
- Money is a number of dollars with at most two decimals. Instants are ISO 8601 in UTC. A trip's date is \`yyyy-MM-dd\` at the venue.
- A page is \`{content, page, size, totalElements, totalPages}\`; \`page\` counts from 0, \`size\` is ${DEFAULT_PAGE_SIZE} unless given.
- A failure is \`{message, error, details?, requestId}\`: a sentence for a person, a code that stays, and the fields it concerns.
- Besides its own errors a call fails with \`invalid-input\` or \`malformed-body\` (400), \`unauthorized\` (401), \`forbidden\` (403),
  \`not-found\` (404), \`body-too-large\` (413), \`unsupported-media-type\` (415), \`internal-error\` (500) and \`not-ready\` (503).
- A question mark: may be left out.`.split('\n')

if (process.argv[1] === import.meta.filename) await writeFile(apiDocument, await describeApi())
