export interface Caption {
  title: string
  alt: string
  /** 900 by 1200 instead of 1200 by 900. */
  isTall?: boolean
}

/** Captions and alt texts of the plates, in the order of the files. */
export const captions: readonly Caption[] = [
  {
    title: 'First Light on the Peace',
    alt: 'Sunrise over a still blackwater river, cypress on both banks and mist along the far shore',
  },
  {
    title: 'The Gar Below',
    alt: 'An alligator gar hangs in amber water beneath the hull of a small skiff',
    isTall: true,
  },
  {
    title: 'Arapaima Rising',
    alt: 'An arapaima turns below the surface, red scales catching amber light',
  },
  {
    title: 'Redtail',
    alt: 'A redtail catfish with long barbels set against a huge evening sun',
    isTall: true,
  },
  {
    title: 'Peacock Bass',
    alt: 'A peacock bass with three dark bars and a ringed tail spot among green reeds',
  },
  {
    title: 'Pacu',
    alt: 'A deep-bodied pacu with a red belly under overhanging palm fans',
    isTall: true,
  },
  {
    title: 'Skiff in Mist',
    alt: 'A skiff with guide and two anglers crosses a pale misty reach',
  },
  {
    title: 'Cabbage Palms',
    alt: 'Three tall cabbage palms over a palmetto thicket',
    isTall: true,
  },
  {
    title: 'The Guide',
    alt: 'A guide stands poling at the stern under tall summer clouds',
    isTall: true,
  },
  {
    title: 'Bent Rod',
    alt: 'An angler leans back into a deeply bent rod against a red sunrise',
  },
  {
    title: 'Egret at the Bend',
    alt: 'A great egret stands in the shallows beside cypress knees',
    isTall: true,
  },
  {
    title: 'Cypress Cathedral',
    alt: 'Cypress trunks rise like columns from dark water with light between them',
    isTall: true,
  },
  {
    title: 'Storm Building',
    alt: 'A summer thunderhead climbs over flat palm country',
  },
  {
    title: 'Tiger Shovelnose',
    alt: 'A tiger shovelnose catfish glides over a weedy bottom',
  },
  {
    title: 'Clown Knifefish',
    alt: 'A clown knifefish with a row of ringed spots curves through slate water',
    isTall: true,
  },
  {
    title: 'Working the Shallows',
    alt: 'A small school of blue tilapia over pale sand',
  },
  {
    title: 'Old Resident',
    alt: 'An alligator floats at the surface under palmetto',
  },
  {
    title: 'Swallow-tailed Kites',
    alt: 'Five swallow-tailed kites over a burning sky and a lone cypress',
    isTall: true,
  },
  {
    title: 'The Measure',
    alt: 'A trophy gar drawn to scale above a measuring rule with an angler beside it',
  },
  {
    title: 'Lunch on the Bank',
    alt: 'A laid table and lantern under palms beside the water',
  },
  {
    title: 'Heavy Tackle',
    alt: 'Two trophy rods crossed over a round river medallion',
    isTall: true,
  },
  {
    title: 'Fly Box',
    alt: 'Nine large hand-tied flies in rows',
    isTall: true,
  },
  {
    title: "Eight O'Clock",
    alt: 'A wooden landing with a waiting skiff at the start of the morning',
    isTall: true,
  },
  {
    title: 'Slipping Away',
    alt: 'A peacock bass slips away beneath the surface as rings spread above',
  },
  {
    title: 'Sandhill Cranes',
    alt: 'Two sandhill cranes walk a green bank',
    isTall: true,
  },
  {
    title: 'Spanish Moss',
    alt: 'Curtains of Spanish moss backlit by an amber morning',
    isTall: true,
  },
  {
    title: 'Two on the Reach',
    alt: 'Two skiffs drift apart on a wide bright reach',
  },
  {
    title: 'Moonset',
    alt: 'A pale moon sets behind a tall cypress before the first cast',
    isTall: true,
  },
  {
    title: 'Heading Home',
    alt: 'A skiff runs home over copper water toward the landing',
  },
]
