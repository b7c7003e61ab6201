// A function of a part above that a part below calls, so that the part below need not know it.
#pragma once

namespace headroom::behaviour {

template <typename Signature>
class Hook;

/// The part above sets it in its constructor. Without one, as where a part is tested alone, a call does nothing and
/// returns zero.
template <typename Result, typename... Arguments>
class Hook<Result(Arguments...)>
{
public:
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
    bool isSet() const { return part_ != nullptr; }

private:
    static Result nothing(void*, Arguments...) { return Result(); }

    void* part_ = nullptr;
    Result (*function_)(void*, Arguments...) = &nothing;
};

} // namespace headroom::behaviour
