#include "resources/storage/raid/parity_set.h"

#include <algorithm>
#include <stdexcept>

namespace headroom::resources {

ParitySet::ParitySet(kernel::Calendar& calendar, std::uint32_t parities, std::uint64_t stripeBytes,
                     std::vector<StorageDevice*> members, double rebuildBps)
    : MemberSet(calendar, std::move(members), stripeBytes, rebuildBps), parities_(parities),
      columns_(memberCount() - parities), stripe_(stripeBytes)
{
    if (parities_ < 1 || parities_ > 2)
        throw std::invalid_argument("RAID set: it has one parity or two");
    if (memberCount() < parities_ + 2)
        throw std::invalid_argument("RAID set: RAID 5 takes at least three members, RAID 6 four");
    capacity_ = usedPerMember() * columns_;
    plan_.resize(memberCount());
}

/// Columns from columns_ on are the parities.
std::uint32_t ParitySet::memberOf(std::uint64_t row, std::uint32_t column) const
{
    const std::uint32_t count = memberCount();
    const std::uint32_t parity = count - 1 - static_cast<std::uint32_t>(row % count);
    return column >= columns_ ? (parity + column - columns_) % count : (parity + parities_ + column) % count;
}

// --- requests ---

void ParitySet::submit(const DeviceRequest& io, kernel::Completion done)
{
    const std::uint32_t index = take(io, done);
    if (failed() || io.bytes == 0) {
        request(index).error = failed();
        answerSoon(index);
        return;
    }
    const std::uint64_t rowBytes = stripe_ * columns_;
    const std::uint64_t end = io.offset + io.bytes;
    request(index).pending = 1; // until all bands have been added
    for (std::uint64_t at = io.offset; at < end;) {
        const std::uint64_t row = at / rowBytes;
        const std::uint64_t to = std::min(end, (row + 1) * rowBytes);
        addBands(index, row, at - row * rowBytes, to - row * rowBytes);
        at = to;
    }
    --request(index).pending;
}

/// [from, to) of the row's data. The touched ranges of the columns are whole stripes but for the first and the last.
void ParitySet::addBands(std::uint32_t index, std::uint64_t row, std::uint64_t from, std::uint64_t to)
{
    const auto first = static_cast<std::uint32_t>(from / stripe_);
    const auto last = static_cast<std::uint32_t>((to - 1) / stripe_);
    const std::uint64_t begin = from % stripe_;
    const std::uint64_t end = (to - 1) % stripe_ + 1;
    if (first == last) {
        addBand({.request = index, .row = row, .begin = begin, .bytes = end - begin, .column = first, .columns = 1});
        return;
    }
    const std::uint64_t low = std::min(begin, end), high = std::max(begin, end);
    const auto add = [&](std::uint64_t bandBegin, std::uint64_t bandEnd) {
        const std::uint32_t column = bandBegin >= begin ? first : first + 1;
        const std::uint32_t beyond = bandEnd <= end ? last + 1 : last;
        if (bandBegin < bandEnd && column < beyond)
            addBand({.request = index,
                     .row = row,
                     .begin = bandBegin,
                     .bytes = bandEnd - bandBegin,
                     .column = column,
                     .columns = beyond - column});
    };
    add(0, low);
    add(low, high);
    add(high, stripe_);
}

void ParitySet::addBand(const Band& band)
{
    ++request(band.request).pending;
    startBand(bands_.take(band));
}

void ParitySet::startBand(std::uint32_t index)
{
    Band& band = bands_[index];
    band.error = false;
    std::fill(plan_.begin(), plan_.end(), Use::none);
    if (!request(band.request).io.write) {
        planReadOfData(band);
    } else {
        if (!band.writing)
            planReadsBeforeWrite(band);
        if (!readsAny()) {
            band.writing = true;
            planWrites(band);
        }
    }
    carryOut(index);
}

bool ParitySet::readsAny() const
{
    return std::find(plan_.begin(), plan_.end(), Use::read) != plan_.end();
}

bool ParitySet::readable(const Band& band, std::uint32_t column) const
{
    return holds(memberOf(band.row, column), band.row * stripe_ + band.begin + band.bytes);
}

void ParitySet::planReadOfData(const Band& band)
{
    std::uint32_t missing = 0;
    for (std::uint32_t i = band.column; i < band.column + band.columns; ++i)
        if (readable(band, i))
            plan_[i] = Use::read;
        else
            ++missing;
    if (missing == 0)
        return;
    // Any `columns_` of the row's stripes give all its data.
    auto have = static_cast<std::uint32_t>(std::count(plan_.begin(), plan_.end(), Use::read));
    for (std::uint32_t i = 0; i < memberCount() && have < columns_; ++i)
        if (plan_[i] == Use::none && readable(band, i)) {
            plan_[i] = Use::read;
            ++have;
        }
}

void ParitySet::planReadsBeforeWrite(const Band& band)
{
    const auto touched = [&](std::uint32_t i) { return i >= band.column && i < band.column + band.columns; };
    std::uint32_t modify = 0, reconstruct = 0, parities = 0;
    bool mayModify = true, mayReconstruct = true;
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        if (i >= columns_) {
            const bool written = works(memberOf(band.row, i));
            parities += written;
            mayModify = mayModify && (!written || readable(band, i));
        } else if (touched(i)) {
            ++modify;
            mayModify = mayModify && readable(band, i);
        } else {
            ++reconstruct;
            mayReconstruct = mayReconstruct && readable(band, i);
        }
    }
    if (parities == 0)
        return; // nothing to compute
    modify += parities;
    const bool modifies = mayModify && (modify < reconstruct || !mayReconstruct);
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        const bool old = i >= columns_ || touched(i); // what the write replaces
        const bool wanted = modifies ? old : mayReconstruct ? !old : true;
        if (wanted && readable(band, i))
            plan_[i] = Use::read;
    }
}

void ParitySet::planWrites(const Band& band)
{
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        const bool touched = i >= columns_ || (i >= band.column && i < band.column + band.columns);
        if (touched && works(memberOf(band.row, i)))
            plan_[i] = Use::write;
    }
}

void ParitySet::carryOut(std::uint32_t index)
{
    // No member answers from within submit, so the plan stays as it is.
    const Band band = bands_[index];
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        if (plan_[i] == Use::none)
            continue;
        ++bands_[index].pending;
        const std::uint32_t member = memberOf(band.row, i);
        memberDevice(member).submit({plan_[i] == Use::write, band.row * stripe_ + band.begin, band.bytes},
                                    {[](void* self, std::uint64_t context) {
                                         auto* set = static_cast<ParitySet*>(self);
                                         const auto from = static_cast<std::uint32_t>(context);
                                         set->answered(static_cast<std::uint32_t>(context >> 32U),
                                                       set->memberDevice(from).answersWithError());
                                     },
                                     this, (std::uint64_t{index} << 32U) | member});
    }
}

void ParitySet::answered(std::uint32_t index, bool error)
{
    Band& band = bands_[index];
    band.error = band.error || error;
    if (--band.pending > 0)
        return;
    const bool write = request(band.request).io.write;
    if (write ? band.writing : !band.error) {
        band.error = band.error && failed(); // else what a member lacks can be computed from the others
        bandDone(index);
    } else if (failed()) {
        band.error = true;
        bandDone(index);
    } else {
        band.writing = write && !band.error; // else once more, without the member that has failed
        startBand(index);
    }
}

void ParitySet::bandDone(std::uint32_t index)
{
    const std::uint32_t owner = bands_[index].request;
    request(owner).error = request(owner).error || bands_[index].error;
    bands_.give(index);
    if (--request(owner).pending == 0)
        answerNow(owner);
}

// --- failing ---

bool ParitySet::failed() const
{
    return failedWithout(none);
}

bool ParitySet::failedWithout(std::uint32_t member) const
{
    std::uint32_t lacking = 0;
    for (std::uint32_t i = 0; i < memberCount(); ++i)
        lacking += i == member || !complete(i);
    return lacking > parities_;
}

std::vector<std::uint32_t> ParitySet::sourcesOf(std::uint32_t member) const
{
    std::vector<std::uint32_t> sources;
    for (std::uint32_t i = 0; i < memberCount() && sources.size() < columns_; ++i)
        if (i != member && complete(i))
            sources.push_back(i);
    if (sources.size() < columns_)
        sources.clear();
    return sources;
}

} // namespace headroom::resources
