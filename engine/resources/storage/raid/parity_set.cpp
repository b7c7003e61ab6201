#include "resources/storage/raid/parity_set.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace headroom::resources {

ParitySet::ParitySet(kernel::Calendar& calendar, std::uint32_t parities, std::uint64_t stripeBytes,
                     std::vector<StorageDevice*> members, double rebuildBps)
    : MemberSet(calendar, std::move(members), stripeBytes, rebuildBps), parities_(parities),
      columns_(memberCount() - parities), stripe_(stripeBytes), ios_(*this, memberCount()), kept_(memberCount())
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
    const bool gone = failed();
    if (gone || io.bytes == 0) {
        request(index).error = gone;
        if (gone)
            kept_.clear();
        answerSoon(index);
        return;
    }
    const std::uint64_t rowBytes = stripe_ * columns_;
    const std::uint64_t end = io.offset + io.bytes;
    request(index).pending = 1; // until all bands have been added
    ios_.gather();
    for (std::uint64_t at = io.offset; at < end;) {
        const std::uint64_t row = at / rowBytes;
        const std::uint64_t to = std::min(end, (row + 1) * rowBytes);
        addBands(index, row, at - row * rowBytes, to - row * rowBytes);
        at = to;
    }
    ios_.send();
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
    const std::uint32_t index = bands_.take(band);
    if (request(band.request).io.write)
        write(index);
    else
        read(index);
}

void ParitySet::read(std::uint32_t index)
{
    bands_[index].stage = Stage::reading;
    planReadOfData(bands_[index]);
    carryOut(index);
}

// --- writes ---

void ParitySet::write(std::uint32_t index)
{
    if (known_.size() <= index)
        known_.resize(index + 1);
    if (join(index))
        return;
    kept_.use(onMembers(bands_[index]), known_[index]);
    gathering_.emplace(bands_[index].row, index);
    if (planReadsBeforeWrite(index)) {
        waiting_.push_back(index);
        activateSoon();
    } else {
        proceed(index);
    }
}

/// Adds the band to a write of the same range that is not on its way to the members yet.
bool ParitySet::join(std::uint32_t index)
{
    Band& band = bands_[index];
    const auto [first, last] = gathering_.equal_range(band.row);
    for (auto each = first; each != last; ++each) {
        const std::uint32_t leader = each->second;
        Band& other = bands_[leader];
        if (other.begin != band.begin || other.bytes != band.bytes)
            continue;
        band.joined = other.joined;
        other.joined = index;
        if (other.stage == Stage::waiting && !planReadsBeforeWrite(leader)) {
            std::erase(waiting_, leader);
            proceed(leader);
        }
        return true;
    }
    return false;
}

/// Activates at the end of the instant, so that requests of the same instant can still join.
void ParitySet::activateSoon()
{
    if (activates_)
        return;
    activates_ = true;
    calendar_.schedule(
        calendar_.now(), [](void* self, std::uint64_t) { static_cast<ParitySet*>(self)->activate(); }, this, 0);
}

void ParitySet::activate()
{
    activates_ = false;
    ios_.gather();
    for (const std::uint32_t index : std::exchange(waiting_, {})) {
        if (failed()) {
            bands_[index].error = true;
            writeDone(index);
        } else {
            proceed(index);
        }
    }
    ios_.send();
}

/// Reads what is still missing; else writes.
void ParitySet::proceed(std::uint32_t index)
{
    const bool reads = planReadsBeforeWrite(index);
    Band& band = bands_[index];
    if (reads) {
        band.stage = Stage::reading;
    } else {
        leaveGathering(index);
        band.stage = Stage::writing;
        planWrites(band);
    }
    carryOut(index);
}

void ParitySet::leaveGathering(std::uint32_t index)
{
    const auto [first, last] = gathering_.equal_range(bands_[index].row);
    gathering_.erase(std::find_if(first, last, [&](const auto& each) { return each.second == index; }));
}

void ParitySet::touch(std::uint32_t index)
{
    touched_.assign(columns_, false);
    for (; index != none; index = bands_[index].joined)
        std::fill_n(touched_.begin() + bands_[index].column, bands_[index].columns, true);
}

bool ParitySet::readable(const Band& band, std::uint32_t column) const
{
    return holds(memberOf(band.row, column), band.row * stripe_ + band.begin + band.bytes);
}

void ParitySet::planReadOfData(const Band& band)
{
    std::fill(plan_.begin(), plan_.end(), Use::none);
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

/// Returns false if there is nothing to read.
bool ParitySet::planReadsBeforeWrite(std::uint32_t index)
{
    const Band& band = bands_[index];
    const std::vector<bool>& known = known_[index];
    touch(index);
    std::fill(plan_.begin(), plan_.end(), Use::none);
    std::uint32_t modify = 0, reconstruct = 0, parities = 0;
    bool mayModify = true, mayReconstruct = true;
    const auto old = [&](std::uint32_t i) { return i >= columns_ || touched_[i]; }; // data that the write replaces
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        const bool has = known[i] || readable(band, i);
        const bool written = i < columns_ || works(memberOf(band.row, i));
        parities += i >= columns_ && written;
        if (!written)
            continue;
        (old(i) ? modify : reconstruct) += !known[i];
        (old(i) ? mayModify : mayReconstruct) &= has;
    }
    if (parities == 0)
        return false; // nothing to compute
    const bool modifies = mayModify && (modify < reconstruct || !mayReconstruct);
    bool any = false;
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        const bool wanted = modifies ? old(i) : mayReconstruct ? !old(i) : true;
        if (wanted && !known[i] && readable(band, i)) {
            plan_[i] = Use::read;
            any = true;
        }
    }
    return any;
}

/// Uses the columns that planReadsBeforeWrite has found touched.
void ParitySet::planWrites(const Band& band)
{
    for (std::uint32_t i = 0; i < memberCount(); ++i)
        if ((i >= columns_ || touched_[i]) && works(memberOf(band.row, i)))
            plan_[i] = Use::write;
}

void ParitySet::carryOut(std::uint32_t index)
{
    // No member answers from within submit, so the plan stays as it is.
    const Band band = bands_[index];
    for (std::uint32_t i = 0; i < memberCount(); ++i) {
        if (plan_[i] == Use::none)
            continue;
        ++bands_[index].pending;
        if (request(band.request).io.write)
            known_[index][i] = true;
        ios_.submit(memberOf(band.row, i), {plan_[i] == Use::write, band.row * stripe_ + band.begin, band.bytes},
                    index);
    }
}

void ParitySet::answered(std::uint32_t index, bool error)
{
    Band& band = bands_[index];
    band.error = band.error || error;
    if (--band.pending > 0)
        return;
    if (band.stage == Stage::reading) {
        answeredRead(index);
    } else {
        band.error = band.error && failed(); // else what a member lacks can be computed from the others
        writeDone(index);
    }
}

void ParitySet::answeredRead(std::uint32_t index)
{
    Band& band = bands_[index];
    const bool write = request(band.request).io.write;
    const bool again = std::exchange(band.error, false); // once more, without the member that has failed
    if (failed() && (again || write)) {
        band.error = true;
        if (write)
            writeDone(index);
        else
            bandDone(index);
    } else if (write) {
        if (again)
            known_[index].assign(memberCount(), false);
        proceed(index);
    } else if (again) {
        read(index);
    } else {
        bandDone(index);
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

/// Ends the band and those that have joined it.
void ParitySet::writeDone(std::uint32_t index)
{
    if (bands_[index].stage == Stage::writing)
        kept_.keep(onMembers(bands_[index]), known_[index]);
    else
        leaveGathering(index);
    const bool error = bands_[index].error;
    while (index != none) {
        const std::uint32_t next = bands_[index].joined;
        bands_[index].error = error;
        bandDone(index);
        index = next;
    }
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
