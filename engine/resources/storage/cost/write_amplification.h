// Bytes that a solid-state device writes for each byte that the host writes at random.
#pragma once

namespace headroom::resources {

/// Write amplification of greedy garbage collection in the steady state, with uniformly random writes of pages over the
/// whole capacity and no trim. `spare` is the flash beyond the capacity as a share of it, more than 0. With a = 1 +
/// spare
///     A = a / (a + W(-a exp(-a))),
/// where W is Lambert's function: Xiang and Kurkoski, "An improved analytical expression for write amplification in
/// NAND flash", ICNC 2012; Desnoyers, "Analytic modeling of SSD write performance", SYSTOR 2012, derives the same for
/// blocks that are cleaned in the order in which they were written, of which greedy copies up to 6 % less.
double greedyWriteAmplification(double spare);

} // namespace headroom::resources
