import { createRequire } from 'node:module'
import { join } from 'node:path'

// A Vendure shop with its dummy payment, from the packages in SHOP_FOLDER, on the empty database DATABASE_URL. Each of its
// PRODUCTS has a stock of 4. Prints its address.

const { SHOP_FOLDER, DATABASE_URL, PRODUCTS } = process.env
const STOCK = 4
const PASSWORD = 'a long enough password'

// Vendure writes files to the working directory and sends telemetry.
process.chdir(SHOP_FOLDER!)
process.env.VENDURE_DISABLE_TELEMETRY = 'true'
const { bootstrap, dummyPaymentHandler, DefaultLogger, LogLevel } = createRequire(join(SHOP_FOLDER!, 'package.json'))(
  '@vendure/core',
)
const app = await bootstrap({
  apiOptions: { port: 0, hostname: '127.0.0.1', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
  authOptions: {
    tokenMethod: 'bearer',
    superadminCredentials: { identifier: 'superadmin', password: PASSWORD },
    cookieOptions: { secret: PASSWORD },
  },
  // The same number of connections as ours.
  dbConnectionOptions: { type: 'postgres', url: DATABASE_URL, synchronize: true, logging: false, extra: { max: 20 } },
  paymentOptions: { paymentMethodHandlers: [dummyPaymentHandler] },
  logger: new DefaultLogger({ level: LogLevel.Error }),
  importExportOptions: { importAssetsDir: SHOP_FOLDER },
})
const address = `http://127.0.0.1:${app.getHttpServer().address().port}`
await fill()
console.log(`The shop is running at ${address}`)
process.once('SIGTERM', () => app.close().then(() => process.exit()))

async function fill(): Promise<void> {
  let token: string | undefined
  const ask = async (what: string, input?: object) => {
    const answer = await fetch(`${address}/admin-api`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify({ query: what, variables: { input } }),
    })
    token = answer.headers.get('vendure-auth-token') ?? token
    const { data, errors } = await answer.json()
    if (errors) throw new Error(JSON.stringify(errors).slice(0, 500))
    return Object.values(data)[0] as { id: string }
  }
  const make = (name: string, input: object, kind = `Create${name}Input!`) =>
    ask(`mutation ($input: ${kind}) { create${name}(input: $input) { id } }`, input)
  const called = (name: string) => ({ translations: [{ languageCode: 'en', name, description: '' }] })

  await ask(
    `mutation { login(username: "superadmin", password: "${PASSWORD}") { ... on CurrentUser { id } ... on ErrorResult { message } } }`,
  )
  const country = await make('Country', {
    code: 'US',
    enabled: true,
    translations: [{ languageCode: 'en', name: 'US' }],
  })
  const zone = await make('Zone', { name: 'US', memberIds: [country.id] })
  const category = await make('TaxCategory', { name: 'Standard', isDefault: true })
  await make('TaxRate', { name: 'None', enabled: true, value: 0, categoryId: category.id, zoneId: zone.id })
  const channel = await ask('{ activeChannel { id } }')
  await ask('mutation ($input: UpdateChannelInput!) { updateChannel(input: $input) { ... on Channel { id } } }', {
    id: channel.id,
    defaultTaxZoneId: zone.id,
    defaultShippingZoneId: zone.id,
  })
  await make('ShippingMethod', {
    code: 'boat',
    fulfillmentHandler: 'manual-fulfillment',
    checker: { code: 'default-shipping-eligibility-checker', arguments: [{ name: 'orderMinimum', value: '0' }] },
    calculator: {
      code: 'default-shipping-calculator',
      arguments: [
        { name: 'rate', value: '0' },
        { name: 'includesTax', value: 'auto' },
        { name: 'taxRate', value: '0' },
      ],
    },
    ...called('Boat'),
  })
  await make('PaymentMethod', {
    code: 'dummy',
    enabled: true,
    handler: { code: dummyPaymentHandler.code, arguments: [{ name: 'automaticSettle', value: 'true' }] },
    ...called('Dummy'),
  })
  for (let nth = 1; nth <= Number(PRODUCTS); nth++) {
    const named = (slug?: string) => ({
      translations: [{ languageCode: 'en', name: `Day ${nth}`, ...(slug && { slug, description: '' }) }],
    })
    const product = await make('Product', { enabled: true, ...named(`day-${nth}`) })
    await ask('mutation ($input: [CreateProductVariantInput!]!) { createProductVariants(input: $input) { id } }', [
      {
        productId: product.id,
        sku: `day-${nth}`,
        price: 35_000,
        stockOnHand: STOCK,
        trackInventory: 'TRUE',
        taxCategoryId: category.id,
        ...named(),
      },
    ] as object)
  }
}
