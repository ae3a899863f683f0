import { cloud, cumulus, lens } from '../light.ts'
import { put } from '../pen.ts'
import { guide, skiff } from '../people.ts'
import { reeds, treeline } from '../plants.ts'
import type { Plate } from '../plate.ts'
import { path, river } from '../scene.ts'

/** A guide stands poling at the stern under tall summer clouds. */
export const plate: Plate = {
  palette: 'stormBuild',
  draw: (p, size) => {
    let s = river(p, size, { y: 760, sx: 280, sr: 90, rise: 1.2 })
    s =
      s +
      cumulus(360, 690, 420, 330, '#8f9ca3', 3) +
      cumulus(400, 700, 420, 270, p.mist, 8) +
      cloud(200, 720, 800, 40, p.s3, 4, 0.9)
    return `${s + treeline(-130, 764, 1080, 90, p.mid, 8, 4) + path(lens(60, 1010, 800, 40), p.ink, 0.5) + put(-40, 990, 2.6, skiff(p.ink, p.w0))}<g transform="translate(600 946) scale(3.300)">${guide(p.ink, { shirt: p.near, hatC: p.cloth, skin: p.skin })}</g>${reeds(-20, 1210, 300, 200, p.ink, 12, 3)}`
  },
}
