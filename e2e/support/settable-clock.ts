/** Loaded into a journey's server before its program: the clock it reads is the one the journey sets. Timers keep real time. */
const real = Date
let ahead = 0
const now = () => real.now() + ahead

globalThis.Date = new Proxy(real, {
  construct: (target, given, asked) => Reflect.construct(target, given.length > 0 ? given : [now()], asked),
  get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
})

process.on('message', (moment: number) => {
  ahead = moment - real.now()
  process.send!('set')
})
process.channel!.unref()

export {}
