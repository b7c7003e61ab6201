// Checks whether a typed text is a value of a type.
#pragma once

#include "project/document/document.h"

#include <QString>

#include <optional>

namespace headroom::widgets {

/// The result of checking a typed text.
struct TypedValue
{
    std::optional<project::Json> value; ///< as stored in the document: a text with its unit, or a number
    QString problem;                    ///< a sentence, if there is no value
};

/// The value of a parameter of type integer, number or quantity.
TypedValue parseTyped(const project::Parameter& parameter, const QString& text);

/// A JSON value as shown in an editor: texts without quotes, short numbers, flags as true and false.
QString editorText(const project::Json& value);
/// The JSON value of an editor's text: a number if it is one, else the text.
project::Json jsonFromText(const QString& text);

} // namespace headroom::widgets
