import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { payForBooking } from '@arcadia/contract/payments'
import pg from 'pg'
import { pinTo } from './support/cores.ts'
import { aDeposit, cardToken, hold, makeCustomers, openDays } from './support/customers.ts'
import { rangeOf } from './support/middle.ts'
import { type Ask, onePerson, requestOf } from './support/people.ts'
import { startProgram, startSite } from './support/site-under-test.ts'

// Purchases per second and items oversold, against a Vendure shop on the same PostgreSQL, measured alternately. Each item, a day
// here and a product there, has a stock of four and eight buyers. Our purchase is a hold and a card payment with the provider
// simulator; theirs is an order with Vendure's dummy payment.

const PAIRS = Number(process.argv[2] ?? 3)
const isShort = PAIRS === 1
const PEOPLE = 32
const STOCK = 4
const WANTING = 8
const VERSION = '3.7.3'
const folder = join(import.meta.dirname, `../.cache/vendure-${VERSION}`)

type Buy = (ask: Ask, person: number, thing: number) => Promise<boolean>

if (install()) await compare()

/** Returns false if npm cannot install it. */
function install(): boolean {
  if (existsSync(join(folder, 'complete'))) return true
  mkdirSync(folder, { recursive: true })
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, dependencies: { '@vendure/core': VERSION, pg: '8.23.1' } }),
  )
  const npm = spawnSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  if (npm.status === 0) writeFileSync(join(folder, 'complete'), '')
  else console.log(`| skipped: npm could not install @vendure/core ${VERSION}. |`)
  return npm.status === 0
}

async function compare(): Promise<void> {
  const site = await startSite({ settings: { TRUST_PROXY: '127.0.0.1' } })
  const database = new pg.Client(await site.databaseUrl())
  await database.connect()
  await database.query('create database vendure')
  const shopsUrl = (await site.databaseUrl()).replace(/\/arcadia$/, '/vendure')
  const days = await openDays(site.address)
  /** Items per round; the first round is a warm-up. */
  const things = Math.min(isShort ? 2 : 20, Math.floor(days.length / (PAIRS + 1)))
  const shop = await startProgram('benchmarks/support/vendure-shop.ts', {
    DATABASE_URL: shopsUrl,
    SHOP_FOLDER: folder,
    // One extra product for the sequential check.
    PRODUCTS: String(things * (PAIRS + 1) + 1),
  })
  const shopsDatabase = new pg.Client(shopsUrl)
  await shopsDatabase.connect()
  try {
    // PostgreSQL is already running and stays unpinned.
    for (const { pid } of [site, shop]) pinTo(1, pid)
    pinTo(0)
    const [ours, theirs] = [await buyerOf(site.address, database, days), shopperOf(shop.address)]
    const oneByOne = await onePerson(shop.address, async (ask) => {
      const bought: boolean[] = []
      for (let time = 0; time < STOCK + 2; time++) bought.push(await theirs(ask, 0, things * (PAIRS + 1)))
      return bought.filter(Boolean).length
    })
    if (oneByOne !== STOCK) throw new Error(`The shop sold ${oneByOne} of ${STOCK} in stock, one after the other.`)
    const pairs: { ours: number; theirs: number }[] = []
    for (let pair = 0; pair <= PAIRS; pair++) {
      const wanted = Array.from({ length: things * WANTING }, (_, nth) => pair * things + Math.floor(nth / WANTING))
      const both = {
        ours: await purchasesASecond(site.address, wanted, ours),
        theirs: await purchasesASecond(shop.address, wanted, theirs),
      }
      if (pair > 0) pairs.push(both)
    }
    const oversold = {
      ours: await beyondStock(database, 'select trip_date as thing, number_of_guests as sold from bookings'),
      theirs: await beyondStock(
        shopsDatabase,
        `select "productVariantId" as thing, quantity as sold from order_line line join "order" o on o.id = line."orderId"
          where o.state = 'PaymentSettled'`,
      ),
    }
    const range = (which: 'ours' | 'theirs') =>
      rangeOf(
        pairs.map((pair) => pair[which]),
        1,
      )
    const ratios = pairs.map((pair) => pair.ours / pair.theirs)
    console.log(
      `| ${things * (PAIRS + 1)} items, ${STOCK} of each, ${WANTING} buyers each | purchases a second (range of ${PAIRS}) | oversold |\n|---|---|---|`,
    )
    console.log(`| ours | ${range('ours')} | ${oversold.ours} |`)
    console.log(`| Vendure ${VERSION} | ${range('theirs')} | ${oversold.theirs} |`)
    console.log(`\nOurs ÷ Vendure: ${rangeOf(ratios, 1)}.`)
    if (oversold.ours > 0) process.exitCode = 1
  } finally {
    await shopsDatabase.end()
    await shop.stop()
    await database.end()
    await site.stop()
  }
}

/** Free buyers take the next attempt in line, so buyers of the same item compete. */
async function purchasesASecond(address: string, wanted: number[], buy: Buy): Promise<number> {
  let next = 0
  let bought = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: PEOPLE }, (_, person) =>
      onePerson(address, async (ask) => {
        while (next < wanted.length) if (await buy(ask, person, wanted[next++]!)) bought++
      }),
    ),
  )
  return (bought * 1000) / (performance.now() - started)
}

async function beyondStock(database: pg.Client, sales: string): Promise<number> {
  const { rows } = await database.query(
    `select coalesce(sum(greatest(0, sold - ${STOCK})), 0)::integer as beyond
      from (select thing, sum(sold) as sold from (${sales}) sale group by thing) per_thing`,
  )
  return rows[0].beyond
}

async function buyerOf(address: string, database: pg.Client, days: string[]): Promise<Buy> {
  const customers = await makeCustomers(database, PEOPLE)
  return async (ask, person, thing) => {
    const [customer, day] = [customers[person]!, days[thing]!]
    const held = await hold(ask, address, customer, day)
    if (!held) return false
    const body = aDeposit(held, day, await cardToken(address))
    const paid = await ask(requestOf(address, 'POST', payForBooking.path, customer.headers, body))
    if (paid.status !== 201) throw new Error(`A payment answered ${paid.status} ${paid.body}`)
    return true
  }
}

function shopperOf(address: string): Buy {
  const tokens: (string | undefined)[] = []
  return async (ask, person, thing) => {
    const call = async (query: string): Promise<{ __typename: string; id?: string; state?: string }[]> => {
      const headers: Record<string, string> = tokens[person] ? { authorization: `Bearer ${tokens[person]}` } : {}
      const answer = await ask(requestOf(address, 'POST', '/shop-api', headers, { query }))
      tokens[person] = /\r\nvendure-auth-token: (\S+)/i.exec(answer.head)?.[1] ?? tokens[person]
      const { data, errors } = JSON.parse(answer.body)
      if (errors) throw new Error(`The shop answered ${answer.body.slice(0, 500)}`)
      return Object.values(data) as never
    }
    const isOrder = async (mutation: string) => {
      const [answer] = await call(`mutation { ${mutation} { __typename ... on Order { state } } }`)
      return answer?.__typename === 'Order' ? answer : undefined
    }
    const who = `{ firstName: "Ada", lastName: "Angler", emailAddress: "ada${person}@example.com" }`
    const isReady =
      (await isOrder(`addItemToOrder(productVariantId: ${thing + 1}, quantity: 1)`)) &&
      (await isOrder(`setCustomerForOrder(input: ${who})`)) &&
      (await isOrder('setOrderShippingMethod(shippingMethodId: 1)')) &&
      (await isOrder('transitionOrderToState(state: "ArrangingPayment")'))
    const paid = isReady && (await isOrder('addPaymentToOrder(input: { method: "dummy", metadata: {} })'))
    if (paid) return paid.state === 'PaymentSettled'
    // Empty the cart for the next attempt.
    if (isReady) await call('mutation { transitionOrderToState(state: "AddingItems") { __typename } }')
    await call('mutation { removeAllOrderLines { __typename } }')
    return false
  }
}
