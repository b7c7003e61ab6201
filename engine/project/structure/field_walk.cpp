#include "project/structure/field_walk.h"
#include "project/structure/describe.h"
#include "project/vocabulary/inner_diagrams.h"

#include <utility>

namespace headroom::project {
namespace {

FieldDeclaration undeclared(FieldType type)
{
    FieldDeclaration field;
    field.type = type;
    return field;
}

/// A number without a unit of its own: a role's parameter, a binding.
const FieldDeclaration& expressionField()
{
    static const FieldDeclaration field = undeclared(FieldType::number);
    return field;
}

/// A level of detail, or the fabric in use.
const FieldDeclaration& choiceField()
{
    static const FieldDeclaration field = undeclared(FieldType::choice);
    return field;
}

const FieldDeclaration& parameterField()
{
    static const FieldDeclaration field = [] {
        FieldDeclaration made = undeclared(FieldType::text);
        made.refersTo = {{ElementKind::parameter}};
        return made;
    }();
    return field;
}

class Walk : public PassOver
{
public:
    using See = std::function<void(const FieldPlace&)>;

    Walk(const BlockCatalogue& types, const See& see) : types_(types), see_(see) {}

    void value(const Member& member, const Json& value)
    {
        if (member.holds == Member::Holds::expression || member.holds == Member::Holds::choice)
            one(member.key, member.holds == Member::Holds::choice ? &choiceField() : &expressionField(), value);
    }
    void fields(const Json& values, const Fields& declared)
    {
        if (!values.is_object())
            return;
        for (const auto& [name, value] : values.items())
            if (const FieldDeclaration* declaration = findField(declared, name))
                one(name, declaration, value);
    }
    void blockFields(const Block& block)
    {
        if (const BlockType* type = types_.find(block.type))
            fields(block.fields, type->fields);
    }
    void object(const Member&, ElementKind kind, const Json& values, const Fields& declared)
    {
        const ElementKind outside = std::exchange(kind_, kind);
        fields(values, declared);
        kind_ = outside;
    }
    void map(const Member&, ElementKind kind, const Json& values)
    {
        const ElementKind outside = std::exchange(kind_, kind);
        for (const auto& [name, value] : values.items())
            one(name, &expressionField(), value);
        kind_ = outside;
    }
    template <typename Item>
    void list(const List& list, const std::vector<Item>& items)
    {
        const ElementKind outside = kind_;
        for (const Item& item : items) {
            kind_ = list.kind.value_or(kind_);
            ids_.push_back(nameOf(item));
            element(item);
            ids_.pop_back();
        }
        kind_ = outside;
    }
    void list(const List&, const std::vector<Wire>&) {}
    void list(const List&, const std::vector<Argument>&) {}
    /// Variables of the request are known in all diagrams of an operation.
    void list(const List&, const std::vector<Diagram>& diagrams)
    {
        const std::size_t outside = shadowing_.size();
        for (const Argument& argument : operation_->arguments)
            shadowing_.push_back(argument.name);
        for (const Diagram& diagram : diagrams)
            forEachBlock(types_, diagram, [this](const Block& block) { addVariables(block); });
        for (const Diagram& each : diagrams)
            diagram(diagramPath(ids_[0], ids_[1], each.id), each);
        shadowing_.resize(outside);
    }

    template <typename Thing>
    void part(const Member&, ElementKind kind, const Thing& thing)
    {
        const ElementKind outside = std::exchange(kind_, kind);
        describe(*this, thing);
        kind_ = outside;
    }
    void definition(const Member&, const Behaviour& behaviour) { describe(*this, behaviour.role); }
    /// Inside a group, its own parameters hide others of the same name.
    void inner(const Member&, const std::vector<Diagram>& diagrams)
    {
        const std::size_t outside = shadowing_.size();
        addNames(block_->fields, "parameters");
        for (const Diagram& each : diagrams)
            diagram(ids_[0] + '/' + ids_[1], each);
        shadowing_.resize(outside);
    }

    /// A member that names a parameter.
    void text(const Member& member, const std::string& text)
    {
        if (member.refersTo == ElementKind::parameter)
            one(member.key, &parameterField(), Json(text));
    }

private:
    template <typename Item>
    void element(const Item& item)
    {
        describe(*this, item);
    }
    void element(const Behaviour& behaviour)
    {
        describe(*this, behaviour);
        shadowing_.clear();
    }
    void element(const RoleParameter& parameter)
    {
        describe(*this, parameter);
        shadowing_.push_back(parameter.name);
    }
    void element(const Operation& operation)
    {
        operation_ = &operation;
        describe(*this, operation);
    }

    void diagram(const std::string& path, const Diagram& diagram)
    {
        const std::vector<std::string> outside = std::exchange(ids_, {path, {}});
        const ElementKind outsideKind = std::exchange(kind_, ElementKind::block);
        const Block* outsideBlock = block_;
        for (const Block& block : diagram.blocks) {
            ids_ = {path, block.id};
            block_ = &block;
            describe(*this, block);
        }
        ids_ = outside;
        kind_ = outsideKind;
        block_ = outsideBlock;
    }

    void addNames(const Json& fields, const char* member)
    {
        if (const auto found = fields.find(member); found != fields.end() && found->is_object())
            for (const auto& [name, value] : found->items())
                shadowing_.push_back(name);
    }

    /// Names that a block defines become variables of the request.
    void addVariables(const Block& block)
    {
        const BlockType* type = types_.find(block.type);
        for (const auto& [name, value] : block.fields.items()) {
            const FieldDeclaration* field = type ? findField(type->fields, name) : nullptr;
            if (!field || !field->definesVariable)
                continue;
            if (value.is_string())
                shadowing_.push_back(value.get<std::string>());
            addNames(block.fields, field->name.c_str());
        }
    }

    void one(const std::string& field, const FieldDeclaration* declaration, const Json& value)
    {
        if (!value.is_null())
            see_({kind_, ids_, field, declaration, &value, &shadowing_});
    }

    const BlockCatalogue& types_;
    const See& see_;
    ElementKind kind_ = ElementKind::project;
    std::vector<std::string> ids_;
    const Operation* operation_ = nullptr; ///< the operation that is visited
    const Block* block_ = nullptr;
    std::vector<std::string> shadowing_;
};

} // namespace

void forEachField(const Project& project, const std::function<void(const FieldPlace&)>& see)
{
    Walk walk(blockTypesOf(project), see);
    describe(walk, project);
}

} // namespace headroom::project
