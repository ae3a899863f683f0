import type { SiteData } from '@arcadia/contract/site/site-data'

const OPENING = { opens: '08:00', closes: '12:00' }
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The business and its two packages at current prices, in schema.org vocabulary. */
export function structuredData(site: SiteData, publicUrl: string): object {
  const { business, config } = site
  const organization = `${publicUrl}/#business`
  const place = {
    '@type': 'LocalBusiness',
    '@id': organization,
    name: business.name,
    url: `${publicUrl}/`,
    image: `${publicUrl}/social-card.jpg`,
    address: { '@type': 'PostalAddress', addressLocality: 'Arcadia', addressRegion: 'FL', addressCountry: 'US' },
    ...(business.email && { email: business.email }),
    ...(business.phone && { telephone: business.phone }),
    ...(business.socialUrl && { sameAs: [business.socialUrl] }),
    ...(config && {
      priceRange: `$${config.standardPackagePrice / 100} to $${config.trophyPackagePrice / 100}`,
      openingHoursSpecification: {
        '@type': 'OpeningHoursSpecification',
        dayOfWeek: WEEKDAYS.filter((_, day) => !config.closedDays.includes(day)),
        validFrom: config.seasonStart,
        validThrough: config.seasonEnd,
        ...OPENING,
      },
    }),
  }
  const packages = config
    ? [
        {
          name: 'Standard Package',
          description: 'Guided morning, fish up to 100 pounds',
          cents: config.standardPackagePrice,
        },
        {
          name: 'Trophy Package',
          description: 'Guided morning, fish up to 250 pounds',
          cents: config.trophyPackagePrice,
        },
      ]
    : []
  const products = packages.map(({ name, description, cents }) => ({
    '@type': 'Product',
    name,
    description,
    image: `${publicUrl}/social-card.jpg`,
    brand: { '@id': organization },
    offers: {
      '@type': 'Offer',
      price: (cents / 100).toFixed(2),
      priceCurrency: 'USD',
      url: `${publicUrl}/#pricing`,
      availability: 'https://schema.org/InStock',
      seller: { '@id': organization },
    },
  }))
  return { '@context': 'https://schema.org', '@graph': [place, ...products] }
}
