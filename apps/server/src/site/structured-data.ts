import { addresses } from '@arcadia/contract/addresses'
import { PACKAGES } from '@arcadia/contract/packages'
import { linesOut, tripStarts } from '@arcadia/contract/site/business-words'
import type { SiteData } from '@arcadia/contract/site/site-data'

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

/** The business, its two packages at current prices and the questions that are shown, in schema.org vocabulary. */
export function structuredData(
  site: SiteData,
  publicUrl: string,
  asked: readonly { question: string; answer: string }[],
): object {
  const { business, config } = site
  const organization = `${publicUrl}${addresses.home.href()}#business`
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
        opens: tripStarts(business),
        closes: linesOut(business),
      },
    }),
  }
  const packages = config
    ? [
        { ...PACKAGES.STANDARD, cents: config.standardPackagePrice },
        { ...PACKAGES.TROPHY, cents: config.trophyPackagePrice },
      ]
    : []
  const products = packages.map(({ name, upTo, cents }) => ({
    '@type': 'Product',
    name: `${name} Package`,
    description: `Guided morning, fish up to ${upTo}`,
    image: `${publicUrl}/social-card.jpg`,
    brand: { '@id': organization },
    offers: {
      '@type': 'Offer',
      price: (cents / 100).toFixed(2),
      priceCurrency: 'USD',
      url: publicUrl + addresses.pricing.href(),
      availability: 'https://schema.org/InStock',
      seller: { '@id': organization },
    },
  }))
  const faq = {
    '@type': 'FAQPage',
    mainEntity: asked.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  }
  return { '@context': 'https://schema.org', '@graph': [place, ...products, faq] }
}
