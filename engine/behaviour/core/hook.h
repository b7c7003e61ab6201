// A function of a part above that a part below calls, so that the part below need not know it.
#pragma once

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace headroom::behaviour {

class AnyHook
{
public:
    AnyHook(const AnyHook&) = delete;
    AnyHook& operator=(const AnyHook&) = delete;

    bool isSet() const { return part_ != nullptr; }

protected:
    AnyHook() = default;
    ~AnyHook() = default;

    void* part_ = nullptr;
};

/// The hooks that the interpreter cannot do without. Each enters itself, with a name for the message.
class HookList
{
public:
    void add(const AnyHook& hook, const char* name) { hooks_.emplace_back(&hook, name); }
    /// Called once all parts are there. Throws std::logic_error that names a hook which none of them has set.
    void check() const
    {
        for (const auto& [hook, name] : hooks_)
            if (!hook->isSet())
                throw std::logic_error(std::string("no part of the interpreter handles: ") + name);
    }

private:
    std::vector<std::pair<const AnyHook*, const char*>> hooks_;
};

/// In place of a list and a name: there are models in which nothing has to happen there.
struct NotAlwaysSet
{
};

template <typename Signature>
class Hook;

/// The part above sets it in its constructor. Without one, as where a part is tested alone, a call does nothing and
/// returns zero.
template <typename Result, typename... Arguments>
class Hook<Result(Arguments...)> : public AnyHook
{
public:
    Hook(HookList& needed, const char* name) { needed.add(*this, name); }
    Hook(NotAlwaysSet) {}

    /// Sets a member function of the part.
    template <auto function, typename Part>
    void set(Part* part)
    {
        part_ = part;
        function_ = [](void* self, Arguments... arguments) -> Result {
            return (static_cast<Part*>(self)->*function)(arguments...);
        };
    }
    Result operator()(Arguments... arguments) const { return function_(part_, arguments...); }

private:
    static Result nothing(void*, Arguments...) { return Result(); }

    Result (*function_)(void*, Arguments...) = &nothing;
};

} // namespace headroom::behaviour
